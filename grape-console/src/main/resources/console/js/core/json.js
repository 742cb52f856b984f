/**
 * JSON without loss: a number stays the text that it was, names stay in their order, also where there are two of one name.
 *
 * @typedef {{kind: 'object', entries: [string, Node][], start: number, end: number}
 *   | {kind: 'array', items: Node[], start: number, end: number}
 *   | {kind: 'string', value: string, start: number, end: number}
 *   | {kind: 'number', text: string, start: number, end: number}
 *   | {kind: 'literal', value: true|false|null, start: number, end: number}} Node
 *     `start` and `end` are places in the text
 */

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SPACE = /[ \t\r\n]*/y;

/** Reads a text; throws a SyntaxError where it is none. @returns {Node} */
export function parse(text) {
  const reader = new Reader(text);
  const node = reader.value();
  reader.space();
  if (reader.at < text.length) {
    reader.fail();
  }
  return node;
}

class Reader {
  at = 0;

  constructor(text) {
    this.text = text;
  }

  fail() {
    throw new SyntaxError(`not JSON at ${this.at}`);
  }

  #match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) {
      this.fail();
    }
    this.at += found[0].length;
    return found[0];
  }

  space() {
    this.#match(SPACE);
  }

  value() {
    this.space();
    const start = this.at;
    switch (this.text[start]) {
      case '{':
        return {kind: 'object', entries: this.#list('}', () => this.#entry()), start, end: this.at};
      case '[':
        return {kind: 'array', items: this.#list(']', () => this.value()), start, end: this.at};
      case '"':
        return {kind: 'string', value: JSON.parse(this.#match(STRING)), start, end: this.at};
      case 't':
      case 'f':
      case 'n':
        return {kind: 'literal', value: this.#literal(), start, end: this.at};
      default:
        return {kind: 'number', text: this.#match(NUMBER), start, end: this.at};
    }
  }

  #literal() {
    for (const [word, value] of [['true', true], ['false', false], ['null', null]]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.fail();
  }

  #entry() {
    this.space();
    const name = JSON.parse(this.#match(STRING));
    this.space();
    this.#match(/:/y);
    return [name, this.value()];
  }

  #list(end, read) {
    const found = [];
    this.at++;
    this.space();
    if (this.text[this.at] === end) {
      this.at++;
      return found;
    }
    for (;;) {
      found.push(read());
      this.space();
      const next = this.text[this.at++];
      if (next === end) {
        return found;
      }
      if (next !== ',') {
        this.fail();
      }
    }
  }
}

/** As values of JavaScript, for what is known to fit: not for what is in a job. @param {Node} node */
export function plain(node) {
  switch (node.kind) {
    case 'object': return Object.fromEntries(node.entries.map(([name, value]) => [name, plain(value)]));
    case 'array': return node.items.map(plain);
    case 'number': return Number(node.text);
    default: return node.value;
  }
}

/** The value of a name of an object, null when it has none. */
export function field(node, name) {
  return node.entries.find(([one]) => one === name)?.[1] ?? null;
}
