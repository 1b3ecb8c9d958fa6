/**
 * The order of a write: what happens to an object between the body and the store. One function per way of writing,
 * to be read from top to bottom; `delete.ts` has the third. Objects are in the storage version from `toStorage` on.
 */
import { type ApiError, alreadyExists, conflict, invalid } from '../../api/errors.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Cause } from '../../model/cause.ts';
import { isEmpty } from '../../model/equal.ts';
import type { Mutation, Outcome } from '../../storage/store.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { parseJson } from '../../wire/json/json.ts';
import { type BodyReader, stamped } from '../body.ts';
import { desiredStateDiffers } from './generation.ts';
import {
	finalizersOf,
	isTerminating,
	metadataForCreate,
	metadataForUpdate,
	metadataOf,
	metadataText,
	setMetadata,
	validateMetadata,
	validateMetadataUpdate,
	withoutRepeatedOwners,
} from './metadata.ts';
import { generateName } from './names.ts';
import { admissionRequest, catchUp, currentObject, hookContext, racesLost, type WriteScope } from './scope.ts';
import { storedForm, type WrittenObject, withRevision, written } from './stored-form.ts';
import { causeInVersion, warningInVersion } from './version-causes.ts';

/** Draws of a random name before a create gives up: among 27^5 suffixes a taken one is already rare. */
const nameDraws = 8;

/** Creates what the body says. Throws ApiError AlreadyExists, Invalid and whatever admission refuses with. */
export async function createObject(scope: WriteScope, read: BodyReader): Promise<WrittenObject> {
	for (let draw = 1; ; draw++) {
		const sent = read();
		const drawn = metadataText(sent, 'name') === '' && metadataText(sent, 'generateName') !== '';
		const made = await createOnce(scope, sent);
		if ('text' in made) return made;
		if (!drawn || draw === nameDraws) throw taken(scope, made.taken);
	}
}

/** By one that is on its way out, or by one that stays. */
function taken({ context, resource, namespace }: WriteScope, name: string): ApiError {
	const there = context.cache.get(resource.kind.storageName, namespace, name);
	const terminating = there !== undefined && isTerminating(parseJson(there.bytes) as JsonObject);
	return alreadyExists(resource.kind.plural, resource.version.group, name, terminating);
}

async function createOnce(scope: WriteScope, sent: JsonObject): Promise<WrittenObject | { readonly taken: string }> {
	const { resource } = scope;
	const object = toStored(scope, withoutStatus(scope, sent));
	dropRepeatedOwners(scope, object, '');
	const admission = admissionRequest(scope, 'CREATE', object, undefined);
	const chain = scope.context.admission;
	const mutating = chain.mutate(admission);
	if (mutating !== undefined) await mutating;

	dropRepeatedOwners(scope, object, ' after mutating admission happens');
	metadataForCreate(object, resource.kind, scope.namespace, scope.context.clock.now());
	if (metadataText(object, 'name') === '') giveName(object);
	resource.storageSchema.dropHeldBack(object);
	resource.hooks.prepareForCreate?.(object, hookContext(scope));
	resource.storageSchema.dropWriteOnly(object);
	const final = isInOrder(scope) && resource.hooks.prepareForCreate === undefined ? object : canonical(scope, object);

	const warned = scope.warnings.length;
	const ofMetadata = validateMetadata(final, resource.kind, scope.context.vocabulary.product);
	refuseInvalid(scope, final, warned, [
		...ofMetadata,
		...notBlamedYet(violations(scope, final), ofMetadata),
		...(resource.hooks.validate?.(final, hookContext(scope)) ?? []),
		...(resource.hooks.validateCreate?.(final, hookContext(scope)) ?? []),
	]);
	const validating = chain.validate({ ...admission, object: final });
	if (validating !== undefined) await validating;
	return commitNew(scope, final);
}

export function dropRepeatedOwners(scope: WriteScope, object: JsonObject, when: Parameters<typeof withoutRepeatedOwners>[1]): void {
	const warning = withoutRepeatedOwners(object, when);
	if (warning !== undefined) scope.warnings.push(warning);
}

/** Creators do not say how things are: a status is written through its subresource. */
function withoutStatus(scope: WriteScope, sent: JsonObject): JsonObject {
	const { kind, schema } = scope.resource;
	if (kind.subresources.status === undefined || isEmpty(sent.status)) return sent;
	const { status: _status, ...rest } = sent;
	return stamped(schema.read(rest, { notices: [] }), { apiVersion: scope.resource.apiVersion, kind: kind.kind });
}

function giveName(object: JsonObject): void {
	const base = metadataText(object, 'generateName');
	if (base !== '') setMetadata(object, { name: generateName(base) });
}

async function commitNew(scope: WriteScope, object: JsonObject): Promise<WrittenObject | { readonly taken: string }> {
	const { context, resource, namespace } = scope;
	const { storageName } = resource.kind;
	const name = metadataText(object, 'name');
	const form = storedForm(object, resource);
	if (scope.dryRun) return context.cache.get(storageName, namespace, name) === undefined ? written(object, form, 0) : { taken: name };
	const outcome = await commitOne(scope, { resource: storageName, namespace, name, expected: 0, bytes: Buffer.from(form.text), side: form.side });
	return outcome.ok ? written(object, form, outcome.revision) : { taken: name };
}

export interface Updated {
	readonly object: CachedObject;
	/** The update let go of the last finalizer of an object that was being deleted. */
	readonly removed: boolean;
}

/**
 * What the object shall become, from what it is: both in the storage version, both with metadata.resourceVersion.
 * Called anew after a lost race; must not change `old`.
 */
export type Proposal = (old: JsonObject) => JsonObject;

/** Changes an object that exists. Throws ApiError NotFound, Conflict, Invalid and whatever admission refuses with. */
export async function updateObject(scope: WriteScope, propose: Proposal): Promise<Updated> {
	const { storageName, plural } = scope.resource.kind;
	return scope.context.turns.take(`${storageName}/${scope.namespace}/${scope.name}`, async () => {
		for (let lost = 0; lost <= racesLost; lost++) {
			const current = await currentObject(scope);
			const updated = await updateOnce(scope, current, propose);
			if ('object' in updated) return updated;
			await catchUp(scope, updated.current);
		}
		throw conflict(plural, scope.resource.version.group, scope.name);
	});
}

async function updateOnce(scope: WriteScope, current: CachedObject, propose: Proposal): Promise<Updated | { readonly current: number }> {
	const { resource } = scope;
	const currentText = current.bytes.toString();
	const old = parseJson(currentText) as JsonObject;
	// Stored before a default was declared, it counts as having it: else what cannot change would seem to.
	resource.storageSchema.applyDefaults(old);
	const object = propose(old);
	checkPreconditions(scope, object, old);

	const admission = admissionRequest(scope, 'UPDATE', object, old);
	const chain = scope.context.admission;
	const mutating = chain.mutate(admission);
	if (mutating !== undefined) await mutating;

	dropRepeatedOwners(scope, object, ' after mutating admission happens');
	const prepared = keepWhatIsNotMeant(scope, object, old);
	resource.storageSchema.dropHeldBack(prepared, old);
	resource.hooks.prepareForUpdate?.(prepared, old, hookContext(scope));
	resource.storageSchema.dropWriteOnly(prepared);
	metadataForUpdate(prepared, old, nextGeneration(scope, prepared, old));
	const final = isInOrder(scope) && resource.hooks.prepareForUpdate === undefined ? prepared : canonical(scope, prepared);

	const warnOf = resource.hooks.warnsOfUpdate?.(final, old, hookContext(scope));
	const warned = scope.warnings.length;
	const ofMetadata = validateMetadataUpdate(final, old);
	refuseInvalid(scope, final, warned, [
		...ofMetadata,
		...notBlamedYet(violations(scope, final, old, warnOf), ofMetadata),
		...(resource.hooks.validate?.(final, hookContext(scope)) ?? []),
		...(resource.hooks.validateUpdate?.(final, old, hookContext(scope)) ?? []),
	]);
	const validating = chain.validate({ ...admission, object: final });
	if (validating !== undefined) await validating;
	return commitChange(scope, current, currentText, final, old);
}

async function commitChange(
	scope: WriteScope,
	current: CachedObject,
	currentText: string,
	object: JsonObject,
	old: JsonObject,
): Promise<Updated | { readonly current: number }> {
	const { resource, namespace, name } = scope;
	const form = storedForm(object, resource);
	const removed = isLetGo(scope, object, old);
	if (!removed && withRevision(form.text, current.revision) === currentText) return { object: current, removed };
	if (scope.dryRun) return { object: written(object, form, current.revision), removed };
	const key = { resource: resource.kind.storageName, namespace, name, expected: current.revision };
	const outcome = await commitOne(scope, removed ? key : { ...key, bytes: Buffer.from(form.text), side: form.side, makesRoom: isTerminating(old) });
	return outcome.ok ? { object: written(object, form, outcome.revision), removed } : { current: outcome.current };
}

/** Whether an update frees an object that is being deleted: no finalizer is left and no grace runs. */
function isLetGo(scope: WriteScope, object: JsonObject, old: JsonObject): boolean {
	if (!isTerminating(old) || finalizersOf(object).length > 0) return false;
	if (metadataOf(old).deletionGracePeriodSeconds) return false;
	return scope.resource.hooks.readyToRemove?.(object) ?? true;
}

/** A new object of the storage version with the defaults of both versions. */
export function toStored(scope: WriteScope, object: JsonObject): JsonObject {
	const { resource } = scope;
	resource.schema.applyDefaults(object);
	if (resource.servesStoredBytes) return object;
	const stored = resource.toStorage(object);
	resource.storageSchema.applyDefaults(stored);
	return stored;
}

/** Whether what came out of `read` still has its order: nothing was converted, kept from before or filled in by a plugin. */
function isInOrder(scope: WriteScope): boolean {
	return scope.resource.servesStoredBytes && scope.resource.kind.subresources.status === undefined && !scope.context.admission.changesObjects;
}

/** The object with every field at its canonical place: hooks, defaults and admission add fields at the end. */
export function canonical(scope: WriteScope, object: JsonObject): JsonObject {
	const { resource } = scope;
	const ordered = resource.storageSchema.read(object, { notices: [] });
	return stamped(ordered, { apiVersion: resource.storageApiVersion, kind: resource.kind.kind });
}

function checkPreconditions(scope: WriteScope, object: JsonObject, old: JsonObject): void {
	const { resource, name } = scope;
	const { plural, kind } = resource.kind;
	const { group } = resource.version;
	const uid = metadataText(object, 'uid');
	const oldUid = metadataText(old, 'uid');
	if (uid !== '' && uid !== oldUid) {
		throw conflict(plural, group, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${oldUid}`);
	}
	const version = metadataText(object, 'resourceVersion');
	if (version === metadataText(old, 'resourceVersion')) return;
	if (version === '' || version === '0') {
		if (resource.kind.updateNeedsVersion !== true) return;
		throw invalid(kind, group, name, [badVersion('0x0', 'must be specified for an update')]);
	}
	if (!/^[0-9]+$/.test(version)) throw invalid(kind, group, name, [badVersion(JSON.stringify(version), 'must be a version that this server has given')]);
	throw conflict(plural, group, name);
}

function badVersion(shown: string, why: string): Cause {
	return { reason: 'FieldValueInvalid', field: 'metadata.resourceVersion', message: `Invalid value: ${shown}: ${why}` };
}

/** The main resource does not change the status of kinds that have it as a subresource, and the status changes nothing else but metadata. */
function keepWhatIsNotMeant(scope: WriteScope, object: JsonObject, old: JsonObject): JsonObject {
	if (scope.subresource === 'status') return { ...old, metadata: metadataOf(object), ...pick(object, 'status', old) };
	if (scope.resource.kind.subresources.status === undefined) return object;
	const { status: _status, ...rest } = object;
	return old.status === undefined ? rest : { ...rest, status: old.status };
}

function pick(object: JsonObject, field: string, instead: JsonObject): JsonObject {
	const value = object[field] ?? instead[field];
	return value === undefined ? {} : { [field]: value };
}

function nextGeneration(scope: WriteScope, object: JsonObject, old: JsonObject): number | bigint | undefined {
	const before = metadataOf(old).generation as number | bigint | undefined;
	if (!scope.resource.kind.generation) return before;
	const alsoCounts = scope.subresource === '' && scope.resource.hooks.countsInGeneration?.(object, old);
	return desiredStateDiffers(object, old) || alsoCounts === true ? Number(before ?? 0) + 1 : before;
}

/** What the schema refuses, but for what the kind passes over. */
function violations(scope: WriteScope, object: JsonObject, old?: JsonObject, warnOf?: 'everything' | 'nothing'): readonly Cause[] {
	const { storageSchema, hooks, version } = scope.resource;
	const causes = storageSchema.validate(object, old, warnOf === 'nothing' ? [] : scope.warnings, warnOf === 'everything');
	if (causes.length === 0 || hooks.tolerates === undefined) return causes;
	const stored = old && { object: old, causes: storageSchema.validate(old) };
	const leniency = { version: version.version, ...(stored && { stored }) };
	return causes.filter((cause) => hooks.tolerates?.(cause, object, leniency) !== true);
}

/** The type of metadata has rules as well; a field is blamed once, by the rules of metadata, whose words clients know. */
function notBlamedYet(causes: readonly Cause[], before: readonly Cause[]): readonly Cause[] {
	if (causes.length === 0 || before.length === 0) return causes;
	const fields = new Set(before.map(({ field }) => field));
	return causes.filter(({ field }) => !fields.has(field));
}

/** Who is refused is not warned as well: `warned` is how many warnings there were before validation. Both are in the client's version. */
function refuseInvalid(scope: WriteScope, object: JsonObject, warned: number, causes: readonly Cause[]): void {
	if (causes.length === 0) {
		for (const [index, warning] of scope.warnings.entries()) if (index >= warned) scope.warnings[index] = warningInVersion(warning, scope.resource);
		return;
	}
	scope.warnings.length = warned;
	const { kind, version } = scope.resource;
	const inVersion = causes.map((cause) => causeInVersion(cause, scope.resource));
	throw invalid(kind.kind, version.group, metadataText(object, 'name'), inVersion);
}

export async function commitOne(scope: WriteScope, mutation: Mutation): Promise<Outcome> {
	const [outcome] = await scope.context.store.commit([mutation]);
	if (outcome === undefined) throw new Error('the store gave no outcome of a mutation');
	return outcome;
}
