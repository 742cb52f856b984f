import {html, nothing} from 'lit';
import {api, at, curl, Problem, url} from '../core/api.js';
import * as act from '../core/actions.js';
import {clock} from '../core/clock.js';
import {copy} from '../core/clipboard.js';
import {count, duration, NONE} from '../core/format.js';
import {has, t} from '../core/i18n.js';
import {jobOf, textOf} from '../core/jobs.js';
import {path} from '../core/router.js';
import {session} from '../core/session.js';
import {Page} from '../parts/page.js';
import {changeJob} from '../parts/change-job.js';
import {putJob} from '../parts/put-job.js';
import {icon} from '../parts/icons.js';
import {copyButton, empty, fact, link, resultSize, stateBadge, time} from '../parts/views.js';
import {timeline} from '../parts/timeline.js';
import '../parts/payload.js';

/** A job that may change any moment is looked at again after so long; one that has failed or finished stays as it is. */
const FRESH_MILLIS = 1000;

const CHECKPOINT_SHOWN = 500;

/** The longest result that is shown; a longer one can be loaded. */
const RESULT_SHOWN = 64 * 1024;
const SHOWN_TYPE = /json|^text\//;

/** The beginning of what a consumer handed over. */
function checkpointOf(job) {
  const text = job.checkpoint === undefined ? job.checkpointBase64 : JSON.stringify(job.checkpoint);
  return text.length > CHECKPOINT_SHOWN ? `${text.slice(0, CHECKPOINT_SHOWN)}…` : text;
}

/** One job: what happened to it, why it has not run, what is in it, and what can be done. */
class JobPage extends Page {
  #loadedAt = 0;

  get #where() {
    return at('tubes', this.params.tube, 'jobs', this.params.id);
  }

  title() {
    return this.params.id ?? '';
  }

  loadKey() {
    return [this.params];
  }

  async load(signal) {
    this.#loadedAt = clock.now();
    const extra = (name) => api.get(`${this.#where}/${name}`, {}, signal).catch(() => null);
    try {
      const [text, history, why] = await Promise.all([api.text(this.#where, {}, signal), extra('history'), extra('explain')]);
      const job = jobOf(text);
      return {job, history, why, result: await this.#resultOf(job, signal), gone: false};
    } catch (failure) {
      if (failure instanceof Problem && failure.code === 'JOB_NOT_FOUND') {
        return {...(this.data ?? {job: null}), gone: true, detail: failure.detail};
      }
      throw failure;
    }
  }

  /** The result as a text; null where there is none that can be shown. */
  async #resultOf({resultType, resultBytes}, signal) {
    const isShown = resultType && SHOWN_TYPE.test(resultType) && resultBytes <= RESULT_SHOWN && session.may('jobs.payload');
    return isShown ? api.text(`${this.#where}/result`, {}, signal).catch(() => null) : null;
  }

  willUpdate(changed) {
    super.willUpdate(changed);
    const {job, gone} = this.data ?? {};
    if (job && !gone && !['failed', 'finished'].includes(job.state) && !document.hidden && clock.now() - this.#loadedAt > FRESH_MILLIS) {
      this.reload();
    }
  }

  view() {
    const {job, gone} = this.data;
    if (!job) {
      return html`${this.#crumbs()}<h1 class="mono">${this.params.id}</h1>${empty(t('job.gone.title'), t('job.gone.never'), html`<p class="muted" data-testid="gone-detail">${this.data.detail}</p><p>${link(path('tubes', this.params.tube), t('job.backToTube'))}</p>`)}`;
    }
    return html`${this.#crumbs()}
      ${this.heading(html`<span class="mono">${job.id}</span> ${copyButton(job.id, t('job.copyId'))} <span class="beside">${gone ? html`<span class="state paused">${t('job.gone')}</span>` : stateBadge(job.state)}</span>`, this.#actions(job, gone))}
      ${job.cancelled && !gone ? html`<div class="panel paused-note" role="status" data-testid="cancelled">${t('job.isCancelled')} ${time(job.cancelled.at)}${job.cancelled.reason ? html` · ${job.cancelled.reason}` : nothing}</div>` : nothing}
      ${gone ? html`<div class="panel paused-note" role="status" data-testid="gone">${t('job.gone.text')}<p class="muted">${this.data.detail}</p></div>` : nothing}
      <div class="columns uneven">
        <div>${this.#result(job)}<section class="panel"><grape-payload .job=${job}></grape-payload></section>${this.#attempts()}</div>
        <div>${gone ? nothing : this.#why()}<section class="panel"><h2>${t('job.timeline')}</h2>${timeline(job, this.data.history)}</section>${this.#facts(job)}</div>
      </div>`;
  }

  /** What its consumer gave with the finish. */
  #result(job) {
    if (job.state !== 'finished') {
      return nothing;
    }
    const {result} = this.data;
    return html`<section class="panel" data-testid="result"><div class="payload-head"><h2>${t('job.result')}</h2>
      <span class="muted">${resultSize(job)}${job.resultType ? html` · <code>${job.resultType}</code>` : nothing}</span><span class="grow"></span>
      ${job.resultType && session.may('jobs.payload') ? html`<a class="icon-link" download=${job.id} href=${url(`${this.#where}/result`)} title=${t('payload.download')} aria-label=${t('payload.download')}>${icon('download')}</a>` : nothing}</div>
      ${result === null || result === undefined ? nothing : html`<div class="payload-body" tabindex="0"><pre>${result}</pre></div>`}</section>`;
  }

  #crumbs() {
    return html`<p class="crumbs">${link('/tubes', t('nav.tubes'))} / ${link(path('tubes', this.params.tube), this.params.tube)} /</p>`;
  }

  #actions(job, gone) {
    const kicks = (job.state === 'failed' || job.state === 'delayed') && !gone;
    const mayKick = session.may('jobs.kick');
    const mayCancel = session.may('jobs.delete');
    return html`
      ${job.state === 'retained' && !gone && !job.cancelled ? html`<button ?disabled=${!mayCancel} title=${mayCancel ? t('job.cancel.hint') : t('right.missing', {right: 'jobs.delete'})}
        @click=${() => this.#then(act.cancel(job))}>${t('job.cancel')}…</button>` : nothing}
      ${kicks ? html`<button class="primary" ?disabled=${!mayKick} title=${mayKick ? t('job.kick.hint') : t('right.missing', {right: 'jobs.kick'})}
        @click=${() => this.#then(act.kick(job))}>${t(job.state === 'failed' ? 'job.kick' : 'job.runNow')}</button>` : nothing}
      <grape-menu .label=${t('action.more')} .items=${this.#more(job, kicks && mayKick, gone)}></grape-menu>`;
  }

  #more(job, kicks, gone) {
    const call = this.#where;
    const removing = job.state === 'retained' ? 'jobs.force' : 'jobs.delete';
    return [
      {label: t('job.copyCurl'), run: () => copy(curl('GET', call))},
      {label: t('job.copyExplain'), run: () => copy(curl('GET', `${call}/explain`))},
      ...(kicks ? [{label: t('job.copyKick'), run: () => copy(curl('POST', `${call}/kick`))}, null,
        {label: `${t('job.kickLater')}…`, run: () => this.#then(act.kickLater(job))}] : [null]),
      ...(session.may('jobs.produce') && !['hidden', 'none'].includes(job.payload.kind) ? [{label: `${t('job.again')}…`, run: () => this.#again(job)}] : []),
      ...(gone || job.state === 'finished' ? [] : [{label: `${t('job.change')}…`, disabled: !session.may('jobs.produce'),
        hint: session.may('jobs.produce') ? '' : t('right.missing', {right: 'jobs.produce'}), run: () => this.#then(changeJob(job))}]),
      ...(gone || job.state === 'finished' ? [] : [{label: job.state === 'retained' ? `${t('job.delete')}…` : t('job.delete'), danger: true, disabled: !session.may(removing),
        hint: session.may(removing) ? '' : t('right.missing', {right: removing}), run: () => this.#then(act.remove(job))}]),
    ];
  }

  #again(job) {
    putJob(job.tube, {text: textOf(job.payload) ?? '', contentType: job.contentType, priority: job.priority});
  }

  async #then(action) {
    if (await action) {
      this.reload();
    }
  }

  /** Why it has not run, in a sentence. */
  #why() {
    const {why, job} = this.data;
    if (!why || job.state === 'retained') {
      return nothing;
    }
    const key = why.reason === 'GATED' ? `why.GATED.${why.mode}` : `why.${why.reason}`;
    return html`<section class="panel why" data-testid="why"><h2>${t('why.title')}</h2>
      <p>${has(key) ? t(key, {n: why.ahead?.jobs ?? 0, attempts: why.maxAttempts, held: why.held, limit: why.limit, gate: why.gate, duration: why.dueAt ? duration(Math.max(0, Date.parse(why.dueAt) - clock.now())) : NONE}) : why.detail}</p>
      ${why.reason === 'GATED' ? this.#gate(why) : nothing}
      ${why.latenessTargetMs ? html`<p class="state late">${t('why.lateness', {duration: duration(why.latenessTargetMs)})}</p>` : nothing}
      ${why.paused?.reason ? html`<p class="muted">${why.paused.reason}</p>` : nothing}</section>`;
  }

  #gate({by, since, until}) {
    return html`<p class="muted">${by ? t('why.gate.by', {by}) : t('why.gate')} ${time(since)}${until ? html` · ${t('gates.until')} ${time(until, 'absolute')}` : nothing}</p>
      <p>${link(path('tubes', this.params.tube, 'gates'), t('gates.title', {tube: this.params.tube}))}</p>`;
  }

  /** The deliveries that did not end well, the last one first. */
  #attempts() {
    const {job, history} = this.data;
    const ended = (history?.events ?? []).filter((event) => ['released', 'expired', 'buried', 'handedBack', 'handedOver'].includes(event.what)).reverse();
    if (!ended.length) {
      return job.reason ? html`<section class="panel attempt"><h2>${t('job.reason')} ${copyButton(job.reason, t('job.copyReason'))}</h2><pre class="reason">${job.reason}</pre></section>` : nothing;
    }
    const last = ended.find((event) => event.what === 'buried');
    const reasonOf = (event) => (event === last && job.reason) || event.reason;
    return html`<section><h2>${t('job.attempts')}</h2>${ended.map((event) => html`<article class="panel attempt">
      <h3>${t(`history.${event.what}`)} ${event.attempt ? html`<span class="muted">${t('history.attemptOf', {n: event.attempt, of: job.maxAttempts || '∞'})}</span>` : nothing}
        <span class="grow"></span><span class="muted">${time(event.at)}${event.ranMs === undefined || event.ranMs === null ? nothing : html` · ${t('history.ran', {duration: duration(event.ranMs)})}`}</span>
        ${event.reason ? copyButton(reasonOf(event), t('job.copyReason')) : nothing}</h3>
      ${event.reason ? html`<pre class="reason">${reasonOf(event)}</pre>${this.#cut(event, reasonOf(event))}` : html`<p class="muted">${t(`history.${event.what}.why`)}</p>`}</article>`)}</section>`;
  }

  /** Of an execution before the last only the beginning of the reason is kept. */
  #cut(event, shown) {
    return event.reasonBytes && shown === event.reason
      ? html`<p class="muted">${t('job.reasonCut', {n: count(new TextEncoder().encode(shown).length), of: count(event.reasonBytes)})}
        ${link(path('failed', this.data.job.tube), t('job.reasonCut.others'))}</p>`
      : nothing;
  }

  #facts(job) {
    return html`<section class="panel"><h2>${t('job.facts')}</h2><dl class="facts">
      ${fact(t('job.tubeFact'), link(path('tubes', job.tube), job.tube))}
      ${fact(t('job.attempts'), `${job.attempt} / ${job.maxAttempts || '∞'}`, t('job.attempts.hint'))}
      ${fact(t('job.priority'), job.priority, t('job.priority.help'))}
      ${job.key ? fact(t('job.key'), html`<code>${job.key}</code>`, t('job.key.help')) : nothing}
      ${job.labels ? fact(t('job.labels'), job.labels.map((label) => html`<span class="tag">${label}</span> `), t('job.labels.help')) : nothing}
      ${fact(t('job.created'), time(job.createdAt))}
      ${fact(t('job.due'), time(job.dueAt))}
      ${job.expiresAt ? fact(t('job.expires'), time(job.expiresAt), t('job.expires.hint')) : nothing}
      ${fact(t('job.ttr'), duration(job.ttrMs), t('tube.field.ttrMs.help'))}
      ${job.lease ? fact(t('job.lease'), html`<code>${job.lease}</code> ${copyButton(job.lease, t('job.copyLease'))}`) : nothing}
      ${job.leaseUntil ? fact(t('job.leaseUntil'), time(job.leaseUntil)) : nothing}
      ${job.successor ? fact(t('job.successor'), t('job.successor.waits'), t('job.successor.hint')) : nothing}
      ${job.finishedAt ? fact(t('job.finishedAt'), html`${time(job.finishedAt)} <span class="muted">${t('history.ran', {duration: duration(job.ranMs)})}</span>`) : nothing}
      ${job.progressAt ? fact(t('job.progress'), html`${job.progress === undefined ? nothing : html`<progress max="100" value=${job.progress}></progress> ${job.progress} % `}${job.note} <span class="muted">${time(job.progressAt)}</span>`, t('job.progress.hint')) : nothing}
      ${job.checkpointType ? fact(t('job.checkpoint'), html`<code class="clip">${checkpointOf(job)}</code> <span class="muted">${job.checkpointType}</span>`, t('job.checkpoint.hint')) : nothing}
      ${Object.entries(job.headers ?? {}).map(([name, value]) => fact(html`<code>${name}</code>`, value))}
    </dl></section>`;
  }
}

customElements.define('grape-job', JobPage);
