/**
 * Rewrites objects that are stored in an earlier version of their kind or with an earlier encryption key, a few at a time. Reads convert
 * them meanwhile, so no request waits. Watchers see each rewrite as a change. Of several servers one does the work;
 * StorageVersionMigrations have priority.
 */
import type { Controller } from './contract.ts';
import { migrationsNamed, startMigrations } from './storage-version-migrations.ts';

const name = 'storage-version-migrator';

export const storageVersions: Controller = {
	name,
	identity: 'storage-version-migrator-controller',
	// Changes only how objects are stored, not their content.
	rules: [
		{ verbs: ['list', 'watch'], groups: ['*'], resources: [migrationsNamed] },
		{ verbs: ['update'], groups: ['*'], resources: [`${migrationsNamed}/status`] },
	],
	purpose: 'rewrites objects stored in an outdated version, first the kinds that a StorageVersionMigration names',
	start(context) {
		const ended = new AbortController();
		const all = context.rewriter.rewriteAll(ended.signal, (subject, error) => context.report({ controller: name, subject, error }));
		const migrations = startMigrations(context, name);
		return {
			...(migrations && { queue: migrations.queue }),
			stop: async () => {
				ended.abort();
				await Promise.all([all, migrations?.stop()]);
			},
		};
	},
};
