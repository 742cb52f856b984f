import {GrapeElement, html, nothing} from '../core/element.js';
import {t} from '../core/i18n.js';

/** So many of a list are drawn at once; the rest when it is asked for. */
const AT_ONCE = 100;
/** So deep it is open at first. */
const OPEN_DEPTH = 2;

/**
 * JSON as a tree that folds. Numbers are shown as they were written.
 *
 * @property {import('../core/json.js').Node} node
 */
class JsonTree extends GrapeElement {
  static properties = {
    node: {attribute: false},
    name: {attribute: false},
    depth: {type: Number},
    more: {state: true},
    open: {state: true},
  };

  constructor() {
    super();
    this.name = null;
    this.depth = 0;
    this.more = AT_ONCE;
    this.open = null;
  }

  render() {
    const {kind} = this.node;
    return kind === 'object' || kind === 'array' ? this.#branch() : html`<div class="json-leaf">${this.#name()}${leaf(this.node)}</div>`;
  }

  #name() {
    return this.name === null ? nothing : html`<span class="json-name">${this.name}</span><span class="muted">: </span>`;
  }

  #branch() {
    const list = this.node.kind === 'array';
    const children = list ? this.node.items.map((item, i) => [String(i), item]) : this.node.entries;
    const [begin, end] = list ? ['[', ']'] : ['{', '}'];
    if (!children.length) {
      return html`<div class="json-leaf">${this.#name()}${begin}${end}</div>`;
    }
    const open = this.open ?? (this.depth < OPEN_DEPTH && children.length <= AT_ONCE);
    return html`<details class="json-branch" ?open=${open} @toggle=${(event) => { event.stopPropagation(); this.open = event.target.open; }}>
      <summary>${this.#name()}${begin}${open ? nothing : html`<span class="muted"> … ${t(list ? 'json.items' : 'json.fields', {n: children.length})} </span>${end}`}</summary>
      ${open ? html`<div class="json-children">${children.slice(0, this.more).map(([name, node]) => html`
        <grape-json .node=${node} .name=${name} .depth=${this.depth + 1}></grape-json>`)}
        ${children.length > this.more ? html`<button class="link" @click=${() => { this.more += AT_ONCE * 10; }}>${t('json.more', {n: children.length - this.more})}</button>` : nothing}</div>
        <div>${end}</div>` : nothing}
    </details>`;
  }
}

function leaf(node) {
  switch (node.kind) {
    case 'string': return html`<span class="json-string">${JSON.stringify(node.value)}</span>`;
    case 'number': return html`<span class="json-number">${node.text}</span>`;
    default: return html`<span class="json-literal">${String(node.value)}</span>`;
  }
}

customElements.define('grape-json', JsonTree);
