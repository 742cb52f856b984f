/** Generated from TubeFields.java: the settings of a tube, from which the console draws its form. */
export const TUBE_FIELDS = [
  {name: 'ttrMs', type: 'duration', min: 1000, max: 4294967295000, always: true, default: 60000},
  {name: 'maxAttempts', type: 'whole', min: 0, max: 1000000, always: true, default: 20},
  {name: 'limits', type: 'object', fields: [{name: 'concurrency', type: 'whole', min: 1, max: 1000000}, {name: 'perSecond', type: 'number', min: 1.0E-5, max: 1000000}, {name: 'burst', type: 'whole', min: 1, max: 1000000, default: 1}, {name: 'maxJobs', type: 'whole', min: 1, max: 1000000000000000}, {name: 'maxBytes', type: 'whole', min: 1, max: 1000000000000000}], off: null},
  {name: 'retry', type: 'object', fields: [{name: 'initialDelayMs', type: 'duration', min: 1, max: 4294967295000, required: true}, {name: 'maxDelayMs', type: 'duration', min: 1, max: 4294967295000, always: true}, {name: 'factor', type: 'number', min: 1, max: 100, always: true, default: 2}, {name: 'jitter', type: 'number', min: 0, max: 1, always: true, default: 0.5}], off: null},
  {name: 'dedupWindowMs', type: 'duration', min: 1000, max: 604800000, off: 0},
  {name: 'keepFinishedMs', type: 'duration', min: 0, max: 4294967295000, off: 0},
  {name: 'keepFinishedMax', type: 'whole', min: 1, max: 10000000, default: 10000000},
  {name: 'keepFinishedBytes', type: 'whole', min: 0, max: 1099511627776, off: 0},
  {name: 'keepPayload', type: 'flag', default: false},
  {name: 'resultMaxBytes', type: 'whole', min: 0, max: 16777216, default: 65536},
  {name: 'expiresAfterMs', type: 'duration', min: 1, max: 4294967295000, off: 0},
  {name: 'expireTo', type: 'choice', words: ['drop', 'bury'], default: 'drop'},
  {name: 'latenessTargetMs', type: 'duration', min: 1, max: 86400000, off: null},
  {name: 'keys', type: 'object', fields: [{name: 'fair', type: 'flag', always: true, default: true}, {name: 'fairBy', type: 'choice', words: ['jobs', 'time'], default: 'jobs'}, {name: 'concurrency', type: 'whole', min: 1, max: 1000000}, {name: 'perSecond', type: 'number', min: 1.0E-5, max: 1000000}, {name: 'burst', type: 'whole', min: 1, max: 1000000, default: 1}, {name: 'maxJobs', type: 'whole', min: 1, max: 1000000000000000}, {name: 'ordered', type: 'flag', always: true, default: false}, {name: 'onFailure', type: 'choice', words: ['skip', 'block'], default: 'skip'}], off: null},
];
