/**
 * Claims: values that one object holds exclusively, stored as separate rows. A transaction writes or deletes them together with their
 * object. Therefore no two objects can hold a claim, and none is left behind, whatever other processes write.
 */
import { randomUUID } from 'node:crypto';
import { noAdmission } from '../../../admission/contract.ts';
import type { Claim } from '../../../api/hooks.ts';
import { serverUser } from '../../../api/identity.ts';
import { parseWhole } from '../../../codec/item-form.ts';
import type { JsonObject } from '../../../model/catalog.ts';
import { deepEqual } from '../../../model/equal.ts';
import { sideText } from '../../../storage/side.ts';
import type { Key, Mutation, Outcome } from '../../../storage/store.ts';
import { stringifyJson } from '../../../wire/json/json.ts';
import { finalizersOf } from '../../metadata/metadata.ts';
import { finish } from '../finish.ts';
import { scopeOfServer, type WriteScope } from '../scope.ts';
import { storedForm } from '../stored-form.ts';

const none: readonly Mutation[] = [];

/**
 * Returns the mutations that create and delete claims when an object changes from `before` to `after`. Undefined stands for an object that
 * does not exist. A delete also deletes the objects named in `deletesWith`. Returns no promise for the many kinds without claims.
 */
export function claimMutations(
	scope: WriteScope,
	before: JsonObject | undefined,
	after: JsonObject | undefined,
): readonly Mutation[] | Promise<readonly Mutation[]> {
	const { hooks } = scope.resource;
	const along = before !== undefined && after === undefined ? takenAlong(scope, hooks.deletesWith ?? []) : none;
	return hooks.claims === undefined ? along : changedClaims(scope, { before, after, along });
}

interface ObjectChange {
	readonly before: JsonObject | undefined;
	readonly after: JsonObject | undefined;
	/** Mutations of the same transaction that do not depend on a claim. */
	readonly along: readonly Mutation[];
}

async function changedClaims(scope: WriteScope, { before, after, along }: ObjectChange): Promise<readonly Mutation[]> {
	const { hooks } = scope.resource;
	const old = before === undefined ? [] : (hooks.claims?.(before) ?? []);
	const next = after === undefined ? [] : (hooks.claims?.(after) ?? []);
	const isIn = (all: readonly Claim[], { resource, name }: Claim): boolean => all.some((one) => one.resource === resource && one.name === name);
	const made = next.filter((claim) => !isIn(old, claim)).map((claim) => mutationOfNew(scope, claim));
	const dropped = old.filter((claim) => !isIn(next, claim)).flatMap((claim) => release(scope, claim));
	return [...(await Promise.all(made)), ...dropped, ...along];
}

/** Commits all mutations or none. Returns the outcome of the object. `contested`: revision of a claim that another object holds. */
export async function commitWithClaims(scope: WriteScope, mutation: Mutation, claims: readonly Mutation[]): Promise<Outcome & { readonly contested?: number }> {
	const several = claims.length > 0;
	const [own, ...others] = await scope.context.store.commit(several ? [mutation, ...claims] : [mutation], several ? { atomic: true } : undefined);
	if (own === undefined) throw new Error('the store gave no outcome of a mutation');
	if (own.ok) return own;
	const isOwn = own.current !== mutation.expected;
	const lost = isOwn ? undefined : others.find((outcome, index) => !outcome.ok && outcome.current !== claims[index]?.expected);
	return lost === undefined || lost.ok ? own : { ...own, contested: lost.current };
}

function takenAlong({ context, namespace, name }: WriteScope, resources: readonly string[]): Mutation[] {
	return resources.flatMap((resource) => {
		const row = context.cache.get(resource, namespace, name);
		return row === undefined || finalizersOf(parseWhole(row)).length > 0 ? [] : [{ resource, namespace, name, expected: row.revision }];
	});
}

/** Returns the mutation that creates the row of a claim. */
export async function mutationOfNew(scope: WriteScope, claim: Claim): Promise<Mutation> {
	const { context } = scope;
	const key = { resource: claim.resource, namespace: '', name: claim.name, expected: 0 };
	return { ...key, ...(context.stored(claim.resource) === undefined ? plainRow(scope, claim) : await rowOfKind(scope, claim)) };
}

type RowForm = Required<Pick<Mutation, 'bytes' | 'side' | 'version'>>;

/** Builds a row for a kind that only a later release serves. */
function plainRow({ context }: WriteScope, { name, kind, apiVersion, labels, spec }: Claim): RowForm {
	const object: JsonObject = { kind, apiVersion, metadata: { name, labels }, spec };
	context.metadata.ofNew(object, { name, uid: randomUUID(), creationTimestamp: context.clock.now() });
	const hasLabels = Object.keys(labels).length > 0;
	return { bytes: Buffer.from(stringifyJson(object)), side: hasLabels ? sideText({ labels, fields: {}, ownership: undefined }) : '', version: apiVersion };
}

/** Builds the row as a client's create would, but without admission: the object that claims the value has been admitted already. */
async function rowOfKind(scope: WriteScope, claim: Claim): Promise<RowForm> {
	const { context, caller } = scope;
	const target = { resource: claim.resource, namespace: '', name: claim.name };
	const by = { user: serverUser, manager: `${context.vocabulary.shortPrefix}-apiserver`, options: { dryRun: false }, warnings: [], caller };
	const own = scopeOfServer({ ...context, admission: noAdmission }, target, by);
	const { kind, apiVersion, schema, storageSchema } = own.resource;
	const read = schema.read({ kind: kind.kind, apiVersion, metadata: { name: claim.name, labels: claim.labels }, spec: claim.spec }, { notices: [] });
	storageSchema.applyDefaults(read);
	const object = await finish({ scope: own, operation: 'CREATE', object: read }, async () => false);
	if (object === undefined) throw new Error('a missing object has moved');
	const { text, side, version } = storedForm(object, own.resource);
	return { bytes: Buffer.from(text), side, version };
}

/** Returns the mutation that deletes the row of a claim. Empty when the row is absent or belongs to another object. */
function release({ context }: WriteScope, { resource, name, spec }: Claim): Mutation[] {
	const row = context.cache.get(resource, '', name);
	if (row === undefined || !deepEqual(parseWhole(row).spec, spec)) return [];
	const key: Key = { resource, namespace: '', name };
	return [{ ...key, expected: row.revision }];
}
