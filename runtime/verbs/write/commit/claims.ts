/**
 * Exclusive claims of an object (`Claim`), stored as separate rows. They are written and deleted in one transaction with the object. No
 * claim can therefore be held twice or left behind, whatever other processes write to the store.
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
 * Returns the mutations of claim rows for a change of an object; `undefined` stands for an absent object. Returns synchronously for the
 * many kinds without claims.
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
	/** Mutations that accompany the object in any case. */
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

/**
 * Commits all mutations or none. Returns the outcome of the object. When another object holds a claim, `contested` is the revision of that
 * claim.
 */
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

/** Returns the mutation that creates the row of a new claim. */
export async function mutationOfNew(scope: WriteScope, claim: Claim): Promise<Mutation> {
	const { context } = scope;
	const key = { resource: claim.resource, namespace: '', name: claim.name, expected: 0 };
	return { ...key, ...(context.stored(claim.resource) === undefined ? plainRow(scope, claim) : await rowOfKind(scope, claim)) };
}

type RowForm = Required<Pick<Mutation, 'bytes' | 'side' | 'version'>>;

/** Builds the row in the form of a kind that only a later release serves. */
function plainRow({ context }: WriteScope, { name, kind, apiVersion, labels, spec }: Claim): RowForm {
	const object: JsonObject = { kind, apiVersion, metadata: { name, labels }, spec };
	context.metadata.ofNew(object, { name, uid: randomUUID(), creationTimestamp: context.clock.now() });
	const hasLabels = Object.keys(labels).length > 0;
	return { bytes: Buffer.from(stringifyJson(object)), side: hasLabels ? sideText({ labels, fields: {}, ownership: undefined }) : '', version: apiVersion };
}

/** Builds the row as a client's create would, but without admission, because the claiming object has already been admitted. */
async function rowOfKind(scope: WriteScope, claim: Claim): Promise<RowForm> {
	const { context, caller } = scope;
	const target = { resource: claim.resource, namespace: '', name: claim.name };
	const by = { user: serverUser, manager: `${context.vocabulary.shortPrefix}-apiserver`, options: { dryRun: false }, warnings: [], caller };
	const own = scopeOfServer({ ...context, admission: noAdmission }, target, by);
	const { kind, apiVersion, schema, storageSchema } = own.resource;
	const read = schema.read({ kind: kind.kind, apiVersion, metadata: { name: claim.name, labels: claim.labels }, spec: claim.spec }, { notices: [] });
	storageSchema.applyDefaults(read);
	const object = await finish({ scope: own, operation: 'CREATE', object: read }, async () => false);
	if (object === undefined) throw new Error('an object that is not there has moved');
	const { text, side, version } = storedForm(object, own.resource);
	return { bytes: Buffer.from(text), side, version };
}

/** Returns the mutation that deletes the claim's row; empty when the row is absent or belongs to another object. */
function release({ context }: WriteScope, { resource, name, spec }: Claim): Mutation[] {
	const row = context.cache.get(resource, '', name);
	if (row === undefined || !deepEqual(parseWhole(row).spec, spec)) return [];
	const key: Key = { resource, namespace: '', name };
	return [{ ...key, expected: row.revision }];
}
