/**
 * Runs StorageVersionMigrations: each requests that a resource's objects are rewritten in the current storage form. Conditions report
 * progress in Kubernetes' wording. Succeeded and Failed are final; a running migration continues after a restart.
 */
import type { StorageVersionMigration } from '../../generated/types/storagemigration/v1beta1.ts';
import { ApiError } from '../api/errors.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { VerbContext } from '../verbs/contract.ts';
import type { ControllerContext } from './contract.ts';
import { type RunningLoop, startLoop } from './loop.ts';

export const migrationsNamed = 'storageversionmigrations';

type Condition = NonNullable<NonNullable<StorageVersionMigration['status']>['conditions']>[number];
type Outcome = 'Running' | 'Succeeded' | 'Failed';

const reasons: Readonly<Record<Outcome, string>> = {
	Running: 'StorageVersionMigrationInProgress',
	Succeeded: 'StorageVersionMigrationSucceeded',
	Failed: 'StorageVersionMigrationFailed',
};

/** Starts the loop. Returns undefined if the release has no such kind. */
export function startMigrations(context: ControllerContext, controller: string): RunningLoop | undefined {
	const storageName = `${migrationsNamed}.storagemigration.${context.verbs.vocabulary.groupDomain}`;
	if (context.verbs.stored(storageName) === undefined) return undefined;
	return startLoop(context, {
		name: controller,
		follows: (add) => [{ storageName, seen: (type, { name }) => (type === 'DELETED' ? undefined : add(name)) }],
		work: (name, signal) => migrate(context, storageName, name, signal),
	});
}

async function migrate(context: ControllerContext, storageName: string, name: string, signal: AbortSignal): Promise<void> {
	const { rewriter } = context;
	const asked = read(context, storageName, name);
	if (asked === undefined || isOver(asked)) return;
	const target = { storageName, namespace: '', name, subresource: 'status' };
	const say = (outcome: Outcome, message = ''): Promise<void> =>
		unlessGone(context.actor.update(target, (old) => ({ ...old, status: statusWith(context.verbs, old, outcome, message) })));
	const resource = storedAs(context.verbs, asked.spec?.resource ?? {});
	if (resource === undefined) return say('Failed', unhandled('no such resource is stored'));
	if (!isTrue(asked, 'Running')) await say('Running');
	await rewriter.rewrite(resource, signal);
	if (signal.aborted) return;
	const staying = rewriter.staying(resource);
	const damaged = context.verbs.cache.damaged(resource, '').length;
	if (staying !== undefined) return say('Failed', unhandled(`${staying.objects} cannot be converted, such as ${staying.example}: ${staying.why}`));
	if (damaged > 0) return say('Failed', unhandled(`damaged objects: ${damaged}`));
	return say('Succeeded');
}

function unhandled(what: string): string {
	return `migration encountered unhandled error: ${what}`;
}

function read({ verbs }: ControllerContext, storageName: string, name: string): StorageVersionMigration | undefined {
	const found = verbs.cache.get(storageName, '', name);
	return found === undefined ? undefined : (parseWhole(found) as object as StorageVersionMigration);
}

function isTrue({ status }: StorageVersionMigration, type: Outcome): boolean {
	return (status?.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
}

function isOver(migration: StorageVersionMigration): boolean {
	return isTrue(migration, 'Succeeded') || isTrue(migration, 'Failed');
}

/** Returns the storage name of the kind that any version of this group and resource serves. */
function storedAs({ catalog }: VerbContext, { group = '', resource = '' }: { readonly group?: string; readonly resource?: string }): string | undefined {
	return catalog.kinds.find(({ plural, stored, versions }) => plural === resource && stored !== false && versions.some((version) => version.group === group))
		?.storageName;
}

/** Returns the status with an outcome, unless another client has set one. */
function statusWith({ cache, clock }: VerbContext, old: JsonObject, outcome: Outcome, message: string): JsonObject {
	const migration = old as object as StorageVersionMigration;
	const { status = {} } = migration;
	if (isOver(migration) || isTrue(migration, outcome)) return status as object as JsonObject;
	const now = clock.now();
	const before = (status.conditions ?? [])
		.filter(({ type }) => type !== outcome)
		.map((condition) => (condition.type === 'Running' ? { ...condition, status: 'False', lastTransitionTime: now } : condition));
	const condition: Condition = { type: outcome, status: 'True', lastTransitionTime: now, reason: reasons[outcome], message };
	const version = status.resourceVersion ?? '';
	return { ...status, conditions: [...before, condition], resourceVersion: version === '' ? String(cache.revision) : version } as object as JsonObject;
}

/** Ignores that the migration was deleted. */
async function unlessGone(done: Promise<void>): Promise<void> {
	try {
		await done;
	} catch (error) {
		if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
	}
}
