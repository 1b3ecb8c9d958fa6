/**
 * Validates a new object offline, with the server's own descriptors and code. It cannot check facts that only a server knows: taken names,
 * quotas, permissions, admission, and hooks of the kind.
 */
import type { JsonObject, KindDescriptor, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import type { Cause } from '../../model/cause.ts';
import { MalformedError } from '../../model/malformed.ts';
import type { CompiledType } from '../../schema/compiled.ts';
import type { RulesInForce } from '../../schema/conversion/own-rules.ts';
import { joinCauses } from '../../schema/conversion/version-causes.ts';
import { Defaulters } from '../../schema/defaults.ts';
import { type DropHeldBack, HeldBackFields } from '../../schema/gated-fields.ts';
import { besides, type Misfit } from '../../schema/misfit.ts';
import { Readers, type TypeReader } from '../../schema/read.ts';
import { type TypeValidator, Validators } from '../../schema/validate.ts';
import { validateMetadata } from './rules.ts';

/** Properties of the object's kind that the check needs. */
export interface NewObjectKind extends Pick<KindDescriptor, 'scope' | 'nameFormat'> {
	/** Fields that a create does not write, because they belong to a subresource. */
	readonly apart: readonly string[];
	/** True for an object that is never stored, such as a review. Its metadata is not checked. */
	readonly asked: boolean;
	/** Set for custom kinds, in which each value of the wrong type is a separate cause. */
	readonly custom?: true;
}

export interface NewObjectType {
	readonly read: TypeReader;
	readonly fill: (object: JsonObject) => void;
	readonly drop: DropHeldBack | undefined;
	readonly check: TypeValidator;
}

/** Conversion of an object to the storage version, which has the defaults and most rules. */
export interface StoredElsewhere {
	/** Converts the object. Throws MalformedError. */
	toStorage(object: JsonObject): JsonObject;
	fromStorage(object: JsonObject): JsonObject;
	/** Converts like `fromStorage`, without values for fields that only the sent version requires. Undefined when there are none. */
	readonly withoutFilled?: ((object: JsonObject) => JsonObject) | undefined;
	readonly schema: Pick<CompiledType, 'validate' | 'applyDefaults'>;
	readonly storageSchema: Pick<CompiledType, 'validate' | 'applyDefaults' | 'dropHeldBack'>;
	readonly rules: RulesInForce;
	/** Translates the field names of a cause to those of the sent version. */
	causeInVersion(cause: Cause): Cause;
	warningInVersion(warning: string): string;
}

export interface NewObjectFindings {
	/** Causes of a refusal. Empty when the object would be accepted. */
	readonly causes: readonly Cause[];
	/** Warnings for an accepted object, about unknown and deprecated fields. */
	readonly warnings: readonly string[];
	/** Path to the value that cannot be read, if that is the reason for the refusal: field names, list indices and map keys. */
	readonly unreadable?: readonly (string | number)[];
}

export interface NewObjectOptions {
	/** Namespace for an object that names none. */
	readonly namespace: string;
	/** Product name of the vocabulary. */
	readonly product: string;
	/** Conversion to the storage version. Absent: only the rules of the sent version are checked. */
	readonly stored?: StoredElsewhere | undefined;
}

export function newObjectType(lookup: (name: TypeName) => TypeDescriptor, name: TypeName): NewObjectType {
	return {
		read: new Readers(lookup).reader(name),
		fill: new Defaulters(lookup).defaulter(name),
		drop: new HeldBackFields(lookup).dropper(name),
		check: new Validators(lookup).validator(name),
	};
}

/** Checks the object. Completes `sent` as the server does before it validates. */
export function checkNewObject(
	kind: NewObjectKind,
	{ read, fill, drop, check }: NewObjectType,
	sent: JsonObject,
	{ namespace, product, stored }: NewObjectOptions,
): NewObjectFindings {
	const warnings: string[] = [];
	complete(sent, kind, namespace);
	let object: JsonObject;
	const misfits: Misfit[] | undefined = kind.custom ? [] : undefined;
	try {
		object = read(sent, { notices: warnings, misfits });
		if (stored !== undefined) return withMisfits(misfits, checkStored(stored, stored.toStorage(object), { kind, product, warnings, misfits }));
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		return { causes: [malformed(error.message)], warnings: [], ...(error.steps !== undefined && { unreadable: error.steps }) };
	}
	fill(object);
	drop?.(object, undefined);
	const ofMetadata = kind.asked ? [] : validateMetadata(object, kind as unknown as KindDescriptor, product);
	const causes = [...ofMetadata, ...notBlamedYet(check(object, undefined, { warnings, withoutExpressions: isMisfit(misfits) }), ofMetadata)];
	return withMisfits(misfits, { causes, warnings });
}

function isMisfit(misfits: readonly Misfit[] | undefined): boolean {
	return misfits !== undefined && misfits.length > 0;
}

function withMisfits(misfits: readonly Misfit[] | undefined, found: NewObjectFindings): NewObjectFindings {
	if (misfits === undefined || misfits.length === 0) return found;
	return { ...found, causes: [...misfits.flatMap(({ causes }) => causes), ...besides(misfits, found.causes)] };
}

interface NewObjectCheck {
	readonly kind: NewObjectKind;
	readonly product: string;
	/** Misfits of the sent object, with the field names of its version. */
	readonly warnings: readonly string[];
	readonly misfits: readonly Misfit[] | undefined;
}

/** Validates the object in its storage version. Causes have the field names of the version in which it was sent. */
function checkStored(stored: StoredElsewhere, object: JsonObject, { kind, product, warnings, misfits }: NewObjectCheck): NewObjectFindings {
	const { storageSchema, schema, rules } = stored;
	storageSchema.applyDefaults(object);
	storageSchema.dropHeldBack(object);
	const ofMetadata = validateMetadata(object, kind as unknown as KindDescriptor, product);
	const withoutExpressions = isMisfit(misfits);
	if (rules === 'sent') {
		const told = [...warnings];
		const shown = stored.fromStorage(object);
		schema.applyDefaults(shown);
		const ofShown = schema.validate(shown, undefined, { warnings: told, withoutExpressions });
		const bare = stored.withoutFilled?.(object);
		const missing = bare === undefined ? [] : schema.validate(bare).filter(({ reason }) => reason === 'FieldValueRequired');
		const causes = [...ofShown, ...notBlamedYet(missing, ofShown)];
		return { causes: [...ofMetadata, ...notBlamedYet(causes, ofMetadata)], warnings: told };
	}
	const warned: string[] = [];
	const causes = [...ofMetadata, ...notBlamedYet(storageSchema.validate(object, undefined, { warnings: warned, withoutExpressions }), ofMetadata)].map(
		(cause) => stored.causeInVersion(cause),
	);
	const own = rules === 'both' ? schema.validate(stored.fromStorage(object), undefined, { withoutExpressions }) : [];
	return { causes: joinCauses(causes, own), warnings: [...warnings, ...warned.map((warning) => stored.warningInVersion(warning))] };
}

/** Drops causes for fields that already have one. */
function notBlamedYet(causes: readonly Cause[], before: readonly Cause[]): readonly Cause[] {
	const fields = new Set(before.map(({ field }) => field));
	return causes.filter(({ field }) => !fields.has(field));
}

/** Adds a generated name and the namespace, and removes fields that a create does not write. */
function complete(sent: JsonObject, { scope, apart, asked }: NewObjectKind, namespace: string): void {
	for (const field of apart) delete sent[field];
	const { metadata } = sent;
	if (asked || typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return;
	if (scope === 'Namespaced') metadata.namespace ??= namespace;
	if (typeof metadata.generateName === 'string' && metadata.generateName !== '') metadata.name ??= `${metadata.generateName}x`;
}

/** Returns the cause of a refusal of an unreadable object. */
function malformed(message: string): Cause {
	return { reason: 'FieldValueTypeInvalid', message };
}
