import {html, nothing} from 'lit';
import {url} from '../core/api.js';
import {t} from '../core/i18n.js';
import {session} from '../core/session.js';
import {putJob} from './put-job.js';
import {command} from './views.js';

/** What a console without a single tube says: three lines for a shell, after which there is something to see. */
export function firstSteps() {
  const to = (path, query) => url(path, query).href;
  return html`<section class="panel first" data-testid="first-steps">
    <h2>${t('first.title')}</h2><p>${t('first.text')}</p>
    <ol>
      <li><p>${t('first.produce')}</p>${command(`curl -X PUT '${to('/v1/tubes/orders/jobs/order-8812', {delayMs: 10000})}' -H 'Content-Type: application/json' -d '{"order":8812}'`)}</li>
      <li><p>${t('first.consume')}</p>${command(`curl -X POST '${to('/v1/tubes/orders/consume', {waitMs: 30000})}'`)}</li>
      <li><p>${t('first.finish')}</p>${command(`curl -X POST '${to('/v1/tubes/orders/jobs/order-8812/finish')}?lease=LEASE'`)}</li>
    </ol>
    ${session.may('jobs.produce') ? html`<p><button @click=${() => putJob('orders')}>${t('first.here')}…</button></p>` : nothing}</section>`;
}
