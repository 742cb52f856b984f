/** What is done in a moment, unless somebody takes it back. */

import {keys} from '../core/keys.js';
import {t} from '../core/i18n.js';
import {SHOWN_MILLIS, toast} from './toast.js';

/** What has not been done yet. */
const waiting = new Set();

/**
 * Does it once nobody can undo it any more, or at once when the page is left. Until then nothing is sent.
 *
 * @param {(leaving: boolean) => Promise<unknown>} action
 * @returns {Promise<boolean>} whether it was done
 */
export function unlessUndone(action, text) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waiting.delete(act);
      unbind();
      toast.close(shown);
    };
    const undo = () => {
      end();
      resolve(false);
    };
    const act = async (leaving = false) => {
      end();
      try {
        await action(leaving);
        resolve(true);
      } catch (failure) {
        toast.fail(failure);
        resolve(false);
      }
    };
    const shown = toast.ok(text, {label: t('action.undo'), run: undo});
    const unbind = keys.on('z', 'keys.undo', undo);
    const timer = setTimeout(act, SHOWN_MILLIS);
    waiting.add(act);
  });
}

addEventListener('pagehide', () => waiting.forEach((act) => act(true)));
