import js from '@eslint/js';
import {configs} from 'eslint-plugin-lit';
import globals from 'globals';

export default [
  js.configs.recommended,
  configs['flat/recommended'],
  {
    languageOptions: {globals: globals.browser},
    linterOptions: {reportUnusedDisableDirectives: 'error'},
    rules: {
      'array-callback-return': 'error',
      'consistent-return': 'error',
      eqeqeq: 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-self-compare': 'error',
      'no-template-curly-in-string': 'error',
      'no-unmodified-loop-condition': 'error',
      'no-useless-assignment': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'lit/lifecycle-super': 'error',
      'lit/no-classfield-shadowing': 'error',
      'lit/no-native-attributes': 'error',
      'lit/no-this-assign-in-render': 'error',
      'lit/value-after-constraints': 'error',
    },
  },
];
