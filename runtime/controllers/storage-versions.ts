/**
 * Objects that were stored in an earlier version of their kind, or with an earlier key, are rewritten in the one of now, a few at a
 * time: readers get them converted meanwhile, so nothing waits for it. To watchers each is a change, as any other write. One server of
 * several does it. What a StorageVersionMigration asks for comes first.
 */
import type { Controller } from './contract.ts';
import { migrationsNamed, startMigrations } from './storage-version-migrations.ts';

const name = 'storage-version-migrator';

export const storageVersions: Controller = {
	name,
	identity: 'storage-version-migrator-controller',
	// Of objects it changes none, only how they are written.
	rules: [
		{ verbs: ['list', 'watch'], groups: ['*'], resources: [migrationsNamed] },
		{ verbs: ['update'], groups: ['*'], resources: [`${migrationsNamed}/status`] },
	],
	purpose: 'rewrites objects that are stored in an earlier version of their kind, those first that a StorageVersionMigration asks for',
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
