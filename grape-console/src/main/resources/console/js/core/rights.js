/** Who may what, as the broker has it. */

/** Every right, in the order of docs/access.md. */
export const RIGHTS = [
  'tubes.read', 'tubes.pause', 'tubes.admin', 'jobs.read', 'jobs.payload', 'jobs.produce', 'jobs.consume', 'jobs.kick', 'jobs.delete', 'jobs.force', 'jobs.purge',
  'operations.run', 'system.read', 'audit.read', 'access.admin',
];

const VIEWER = ['tubes.read', 'jobs.read', 'system.read'];

/** What a role has without being given it. */
export const ROLES = {
  viewer: VIEWER,
  operator: [...VIEWER, 'jobs.payload', 'jobs.produce', 'jobs.kick', 'jobs.delete', 'jobs.force', 'jobs.purge', 'tubes.pause', 'operations.run'],
  admin: RIGHTS,
};

export const SCOPES = ['produce', 'consume', 'read', 'admin'];

/** Prefixes out of what somebody typed; nothing means all tubes. */
export function prefixesOf(text) {
  const found = text.split(/[\s,，、]+/).filter(Boolean);
  return found.length ? found : [''];
}

/** Prefixes as one types them. */
export function prefixesText(prefixes) {
  return prefixes.filter(Boolean).join(', ');
}
