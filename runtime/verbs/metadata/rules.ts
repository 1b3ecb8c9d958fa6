/** Validation rules for the metadata of an object. */
import { checkAnnotations, checkLabels } from '../../api/labels.ts';
import type { JsonObject, JsonValue, KindDescriptor } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue, isEnough, required, tooLong } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { checkDnsLabel, checkDnsLabel1035, checkDnsSubdomain, checkPathSegment, checkQualifiedName } from '../../scalars/formats.ts';
import { managerViolations } from '../ownership/manager-name.ts';
import type { MetadataFields } from './fields.ts';
import { finalizersOf, foregroundFinalizer, isTerminating, metadataOf, orphanFinalizer } from './metadata.ts';

/** Returns all violations in the metadata of a new object, whose name is already set. `product`: product name of the vocabulary. */
export function validateMetadata(object: JsonObject, kind: KindDescriptor, product: string): Cause[] {
	const metadata = metadataOf(object);
	const causes: Cause[] = [];
	const generateName = metadata.generateName;
	if (typeof generateName === 'string' && generateName !== '') {
		for (const why of nameViolations(generateName, kind.nameFormat, true)) causes.push(invalidValue('metadata.generateName', generateName, why));
	}
	validateName(metadata, kind, causes);
	if (kind.scope === 'Namespaced') validateNamespace(metadata, causes);
	if (metadata.generation !== undefined && (metadata.generation as number | bigint) < 0) {
		causes.push(invalidValue('metadata.generation', metadata.generation, 'must be greater than or equal to 0'));
	}
	validateCommon(metadata, causes);
	validateFinalizers(metadata.finalizers, causes);
	if (kind.defined !== true) validateShortFinalizers(metadata.finalizers, product, causes);
	return causes;
}

function validateName(metadata: JsonObject, kind: KindDescriptor, causes: Cause[]): void {
	const name = metadata.name;
	if (typeof name !== 'string' || name === '') {
		causes.push(required('metadata.name', 'name or generateName is required'));
		return;
	}
	for (const why of nameViolations(name, kind.nameFormat)) causes.push(invalidValue('metadata.name', name, why));
}

function validateNamespace(metadata: JsonObject, causes: Cause[]): void {
	const namespace = metadata.namespace;
	if (typeof namespace !== 'string' || namespace === '') {
		causes.push(required('metadata.namespace'));
		return;
	}
	for (const why of nameViolations(namespace, 'dns-label')) causes.push(invalidValue('metadata.namespace', namespace, why));
}

/** Context of an update: the kind, the fields that never change, and the product name of the vocabulary. */
interface UpdatedMetadata extends Pick<MetadataFields, 'immutable'> {
	readonly kind: KindDescriptor;
	readonly product: string;
}

/** Returns all violations in the metadata of an update. */
export function validateMetadataUpdate(object: JsonObject, old: JsonObject, { kind, immutable, product }: UpdatedMetadata): Cause[] {
	const metadata = metadataOf(object);
	const before = metadataOf(old);
	const causes: Cause[] = [];
	if (isTerminating(old)) refuseNewFinalizers(metadata.finalizers, before.finalizers, causes);
	for (const field of immutable) {
		if (!deepEqual(metadata[field] ?? null, before[field] ?? null)) causes.push(invalidValue(`metadata.${field}`, metadata[field], 'field is immutable'));
	}
	validateCommon(metadata, causes);
	validateFinalizers(metadata.finalizers, causes);
	if (kind.defined !== true) validateShortFinalizers(metadata.finalizers, product, causes, before.finalizers);
	return causes;
}

function refuseNewFinalizers(now: JsonValue | undefined, before: JsonValue | undefined, causes: Cause[]): void {
	const known = new Set(Array.isArray(before) ? before : []);
	const added = (Array.isArray(now) ? now : []).filter((finalizer) => !known.has(finalizer)).map((finalizer) => JSON.stringify(finalizer));
	if (added.length === 0) return;
	causes.push(
		forbiddenField('metadata.finalizers', `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.join(', ')}}`),
	);
}

function validateCommon(metadata: JsonObject, causes: Cause[]): void {
	if (metadata.labels) checkLabels(metadata.labels as JsonObject, 'metadata.labels', causes);
	if (metadata.annotations) checkAnnotations(metadata.annotations as JsonObject, 'metadata.annotations', causes);
	if (metadata.ownerReferences) validateOwners(metadata.ownerReferences as JsonObject[], causes);
	if (metadata.managedFields) validateManagers(metadata.managedFields as JsonObject[], causes);
}

/** Validates managed fields sent by clients; those written by the server are valid. */
function validateManagers(entries: readonly JsonObject[], causes: Cause[]): void {
	for (const [index, { manager = '', subresource = '' }] of entries.entries()) {
		if (isEnough(causes)) return;
		const at = `metadata.managedFields[${index}]`;
		causes.push(...managerViolations(String(manager), `${at}.manager`));
		if (Buffer.byteLength(String(subresource)) > longestSubresource) causes.push(tooLong(`${at}.subresource`, longestSubresource));
	}
}

const longestSubresource = 256;

function validateFinalizers(finalizers: JsonValue | undefined, causes: Cause[]): void {
	if (!Array.isArray(finalizers)) return;
	for (const finalizer of finalizers) {
		if (isEnough(causes)) return;
		for (const why of checkQualifiedName(String(finalizer))) causes.push(invalidValue('metadata.finalizers', finalizer, why));
	}
	if (finalizers.includes(orphanFinalizer) && finalizers.includes(foregroundFinalizer)) {
		causes.push(invalidValue('metadata.finalizers', finalizers, `finalizer ${orphanFinalizer} and ${foregroundFinalizer} cannot be both set`));
	}
}

/** Reports whether the finalizer is a standard one or has a domain. With a misspelt name, an object would never be removed. */
function isStandardFinalizer(finalizer: string, product: string): boolean {
	return finalizer.includes('/') || finalizer === product || finalizer === orphanFinalizer || finalizer === foregroundFinalizer;
}

/**
 * Warns about new finalizers without a domain of a kind that a CustomResourceDefinition defines. Such kinds accept them, because their
 * controllers have used them for years.
 */
export function warnOfShortFinalizers(object: JsonObject, old: JsonObject | undefined, product: string, warnings: string[]): void {
	const known = new Set(old === undefined ? [] : finalizersOf(old));
	const added = new Set(finalizersOf(object).filter((finalizer) => !known.has(finalizer) && !isStandardFinalizer(finalizer, product)));
	for (const finalizer of [...added].sort()) {
		const path = finalizer.includes('.') ? ' including a path (/)' : '';
		const why = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`;
		warnings.push(`metadata.finalizers: ${JSON.stringify(finalizer)}: ${why}`);
	}
}

const unknownFinalizer = 'name is neither a standard finalizer name nor is it fully qualified';

/** Refuses new finalizers without a domain. Existing ones are tolerated, so that they can be removed one by one. */
function validateShortFinalizers(finalizers: JsonValue | undefined, product: string, causes: Cause[], before?: JsonValue): void {
	if (!Array.isArray(finalizers)) return;
	const known = new Set(Array.isArray(before) ? before : []);
	for (const [index, finalizer] of finalizers.entries()) {
		if (isEnough(causes)) return;
		if (!known.has(finalizer) && !isStandardFinalizer(String(finalizer), product))
			causes.push(invalidValue(`metadata.finalizers[${index}]`, finalizer, unknownFinalizer));
	}
}

function validateOwners(owners: readonly JsonObject[], causes: Cause[]): void {
	for (const [index, owner] of owners.entries()) {
		if (isEnough(causes)) return;
		validateOwner(owner, `metadata.ownerReferences[${index}]`, causes);
	}
	const [first, second] = owners.filter(({ controller }) => controller === true);
	if (first === undefined || second === undefined) return;
	const both = `Found "true" in references for ${String(first.name)} and ${String(second.name)}`;
	causes.push(invalidValue('metadata.ownerReferences', owners, `Only one reference can have Controller set to true. ${both}`));
}

const ownerFields = [
	['apiVersion', 'version must not be empty'],
	['kind', 'must not be empty'],
	['name', 'must not be empty'],
	['uid', 'must not be empty'],
] as const;

/** Reports whether the text is `version` or `group/version`. */
function hasVersion(apiVersion: string): boolean {
	return !apiVersion.endsWith('/') && apiVersion.split('/').length <= 2;
}

function validateOwner(owner: JsonObject, at: string, causes: Cause[]): void {
	for (const [field, why] of ownerFields) {
		const value = owner[field];
		if (typeof value !== 'string' || value === '' || (field === 'apiVersion' && !hasVersion(value)))
			causes.push(invalidValue(`${at}.${field}`, value ?? '', why));
	}
	if (owner.apiVersion === 'v1' && owner.kind === 'Event') causes.push(invalidValue(at, owner, '/v1, Kind=Event is disallowed from being an owner'));
}

type NameFormat = KindDescriptor['nameFormat'];

const checks: Readonly<Record<NameFormat, (name: string) => readonly string[]>> = {
	'dns-label': checkDnsLabel,
	'dns-label-1035': checkDnsLabel1035,
	'dns-subdomain': checkDnsSubdomain,
	'path-segment': (name) => [...checkPathSegment(name), ...checkAddressable(name)],
};

/**
 * Maximum length in bytes of a name that is not a DNS name. Names of events are the longest: the name of their subject, and a time. With
 * escapes, a name has up to three times this length, which fits in a path (`api/path.ts`) and in a continue token
 * (`read/continue-token.ts`).
 */
const longestSegment = 1024;

/** Refuses names that no URL path can express. Such an object could be created, but not read, changed or deleted. */
function checkAddressable(name: string): readonly string[] {
	return [
		...(name.includes('\\') ? ["may not contain '\\'"] : []),
		...(/\p{Cc}/u.test(name) ? ['may not contain control characters'] : []),
		...(Buffer.byteLength(name) > longestSegment ? [`must be no more than ${longestSegment} bytes`] : []),
	];
}

/** Returns the violations of a name, a sentence each. `prefix`: true for a generateName, which may end in a dash. */
function nameViolations(name: string, format: NameFormat, prefix = false): readonly string[] {
	const masked = prefix && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
	return checks[format](masked);
}
