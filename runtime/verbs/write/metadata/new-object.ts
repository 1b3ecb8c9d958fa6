/**
 * What a server would say of an object that is to be created, without one: the same descriptors, read by the same code. What only a
 * server knows is not said: names that are taken, quotas, rights, admission, and what hooks of a kind check.
 */
import type { JsonObject, KindDescriptor, TypeDescriptor, TypeName } from '../../../model/catalog.ts';
import type { Cause } from '../../../model/cause.ts';
import { MalformedError } from '../../../model/malformed.ts';
import type { CompiledType } from '../../../schema/compiled.ts';
import { joinCauses } from '../../../schema/conversion/version-causes.ts';
import { Defaulters } from '../../../schema/defaults.ts';
import { type DropHeldBack, HeldBackFields } from '../../../schema/held-back.ts';
import { besides, type Misfit } from '../../../schema/misfit.ts';
import { Readers, type TypeReader } from '../../../schema/read.ts';
import { type TypeValidator, Validators } from '../../../schema/validate.ts';
import { validateMetadata } from './rules.ts';

/** What is known of its kind. */
export interface NewObjectKind extends Pick<KindDescriptor, 'scope' | 'nameFormat'> {
	/** Fields that a create does not write, since a subresource does. */
	readonly apart: readonly string[];
	/** Nothing is stored: metadata is not looked at. */
	readonly asked: boolean;
	/** A kind of users' own: each value of the wrong type is a cause. */
	readonly custom?: true;
}

export interface NewObjectType {
	readonly read: TypeReader;
	readonly fill: (object: JsonObject) => void;
	readonly drop: DropHeldBack | undefined;
	readonly check: TypeValidator;
}

/** Of an object that is stored in another version than it is sent in: defaults and most rules are those of that one. */
export interface StoredElsewhere {
	/** Throws MalformedError where it cannot be converted. */
	toStorage(object: JsonObject): JsonObject;
	fromStorage(object: JsonObject): JsonObject;
	readonly schema: Pick<CompiledType, 'validate'>;
	readonly storageSchema: Pick<CompiledType, 'validate' | 'applyDefaults' | 'dropHeldBack'>;
	/** Whether the version that is sent has rules that the other has not. */
	readonly hasOwnRules: boolean;
	/** By the names of the version that is sent. */
	causeInVersion(cause: Cause): Cause;
	warningInVersion(warning: string): string;
}

export interface NewObjectFindings {
	/** What it would be refused for; none when it would be taken. */
	readonly causes: readonly Cause[];
	/** What it would be taken with, and warned of: unknown fields, deprecated ones. */
	readonly warnings: readonly string[];
	/** The way to the value that cannot be read, of an object that is refused for one: field names, list indices and map keys. */
	readonly unreadable?: readonly (string | number)[];
}

export interface NewObjectOptions {
	/** Where it would be created, if it does not say so itself. */
	readonly namespace: string;
	/** The vocabulary's. */
	readonly product: string;
	/** Where it is known how the object is stored; the rules of its own version are told alone where it is not. */
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

/** `sent` becomes the object as the server has it before it looks. */
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

interface Checking {
	readonly kind: NewObjectKind;
	readonly product: string;
	/** Of what has been read, by the names of its version. */
	readonly warnings: readonly string[];
	readonly misfits: readonly Misfit[] | undefined;
}

/** The object as it would be stored, and what is wrong with it by the names of the version in which it was sent. */
function checkStored(stored: StoredElsewhere, object: JsonObject, { kind, product, warnings, misfits }: Checking): NewObjectFindings {
	const { storageSchema, schema, hasOwnRules } = stored;
	storageSchema.applyDefaults(object);
	storageSchema.dropHeldBack(object);
	const ofMetadata = validateMetadata(object, kind as unknown as KindDescriptor, product);
	const warned: string[] = [];
	const withoutExpressions = isMisfit(misfits);
	const causes = [...ofMetadata, ...notBlamedYet(storageSchema.validate(object, undefined, { warnings: warned, withoutExpressions }), ofMetadata)].map(
		(cause) => stored.causeInVersion(cause),
	);
	const own = hasOwnRules ? schema.validate(stored.fromStorage(object), undefined, { withoutExpressions }) : [];
	return { causes: joinCauses(causes, own), warnings: [...warnings, ...warned.map((warning) => stored.warningInVersion(warning))] };
}

/** A field is blamed once. */
function notBlamedYet(causes: readonly Cause[], before: readonly Cause[]): readonly Cause[] {
	const fields = new Set(before.map(({ field }) => field));
	return causes.filter(({ field }) => !fields.has(field));
}

/** The name that the server would make, the namespace of the request, and nothing that a create does not write. */
function complete(sent: JsonObject, { scope, apart, asked }: NewObjectKind, namespace: string): void {
	for (const field of apart) delete sent[field];
	const { metadata } = sent;
	if (asked || typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return;
	if (scope === 'Namespaced') metadata.namespace ??= namespace;
	if (typeof metadata.generateName === 'string' && metadata.generateName !== '') metadata.name ??= `${metadata.generateName}x`;
}

/** An object that cannot be read has one thing wrong. */
function malformed(message: string): Cause {
	return { reason: 'FieldValueTypeInvalid', message };
}
