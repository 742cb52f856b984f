import {html, nothing} from 'lit';
import {has, t} from '../core/i18n.js';

/** What went wrong, in words of the reader's language, with what the broker said of it. */
export function problemText(problem) {
  const known = `problem.${problem.code}`;
  const text = has(known) ? t(known) : problem.title || String(problem.message ?? problem);
  return problem.detail ? `${text} ${problem.detail}` : text;
}

/** A panel in place of what could not be had: what went wrong, what to do, the request's id, and a way to try again. */
export function problemPanel(problem, retry) {
  const known = `problem.${problem.code}`;
  const next = `problem.${problem.code}.next`;
  return html`<div class="panel problem" role="alert">
    <p class="problem-text"><span aria-hidden="true">✕</span> ${has(known) ? t(known) : problem.title || String(problem.message ?? problem)}</p>
    ${problem.detail ? html`<p class="muted">${problem.detail}</p>` : nothing}
    ${has(next) ? html`<p>${t(next)}</p>` : nothing}
    <p class="row">
      ${retry ? html`<button @click=${retry}>${t('action.retry')}</button>` : nothing}
      ${problem.requestId ? html`<span class="muted">${t('problem.request')} <code>${problem.requestId}</code></span>` : nothing}
    </p>
  </div>`;
}
