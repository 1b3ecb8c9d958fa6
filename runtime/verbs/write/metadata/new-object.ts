/**
 * What a server would say of an object that is to be created, without one: the same descriptors, read by the same code. What only a
 * server knows is not said: names that are taken, quotas, rights, admission, and what hooks of a kind check.
 */
import type { JsonObject, KindDescriptor, TypeDescriptor, TypeName } from '../../../model/catalog.ts';
import type { Cause } from '../../../model/cause.ts';
import { MalformedError } from '../../../model/malformed.ts';
import { Defaulters } from '../../../schema/defaults.ts';
import { type DropHeldBack, HeldBackFields } from '../../../schema/held-back.ts';
import { Readers, type TypeReader } from '../../../schema/read.ts';
import { type TypeValidator, Validators } from '../../../schema/validate.ts';
import { validateMetadata } from './rules.ts';

/** What is known of its kind. */
export interface NewObjectKind extends Pick<KindDescriptor, 'scope' | 'nameFormat'> {
	/** Fields that a create does not write, since a subresource does. */
	readonly apart: readonly string[];
	/** Nothing is stored: metadata is not looked at. */
	readonly asked: boolean;
}

export interface NewObjectType {
	readonly read: TypeReader;
	readonly fill: (object: JsonObject) => void;
	readonly drop: DropHeldBack | undefined;
	readonly check: TypeValidator;
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
	{ namespace, product }: NewObjectOptions,
): NewObjectFindings {
	const warnings: string[] = [];
	complete(sent, kind, namespace);
	let object: JsonObject;
	try {
		object = read(sent, { notices: warnings });
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		return { causes: [malformed(error.message)], warnings: [], ...(error.steps !== undefined && { unreadable: error.steps }) };
	}
	fill(object);
	drop?.(object, undefined);
	const ofMetadata = kind.asked ? [] : validateMetadata(object, kind as unknown as KindDescriptor, product);
	const blamed = new Set(ofMetadata.map(({ field }) => field));
	const ofTypes = check(object, undefined, warnings).filter(({ field }) => !blamed.has(field));
	return { causes: [...ofMetadata, ...ofTypes], warnings };
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
