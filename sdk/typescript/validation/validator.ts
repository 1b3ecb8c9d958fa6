/**
 * What the server would say of an object, without the server: the same descriptors, read by the same code. What only a server knows it does not
 * say: names that are taken, quotas, rights, admission, and what hooks of a kind check.
 */
import { vocabulary } from '../../../generated/vocabulary.ts';
import type { JsonObject, KindDescriptor, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import { MalformedError } from '../../../runtime/model/malformed.ts';
import { Defaulters } from '../../../runtime/schema/defaults.ts';
import { type DropHeldBack, HeldBackFields } from '../../../runtime/schema/held-back.ts';
import { Readers, type TypeReader } from '../../../runtime/schema/read.ts';
import { type TypeValidator, Validators } from '../../../runtime/schema/validate.ts';
import { validateMetadata } from '../../../runtime/verbs/write/metadata/rules.ts';
import { parse, text } from '../client/json.ts';
import type { Validation, Validator } from './validation.ts';

/** A type with those that its values can hold, as the package has them: what nobody uses is in no bundle. */
export interface EmittedType {
	readonly name: string;
	make(): TypeDescriptor;
	uses(): readonly EmittedType[];
}

export interface ValidatedKind extends Pick<KindDescriptor, 'scope' | 'nameFormat'> {
	readonly apiVersion: string;
	readonly kind: string;
	readonly type: EmittedType;
	/** Fields that a create does not write, since a subresource does. */
	readonly apart: readonly string[];
	/** Nothing is stored: metadata is not looked at. */
	readonly asked: boolean;
}

interface Compiled {
	readonly read: TypeReader;
	readonly fill: (object: JsonObject) => void;
	readonly drop: DropHeldBack | undefined;
	readonly check: TypeValidator;
}

/** Compiles at the first use. */
export function validatorOf(kind: ValidatedKind): Validator {
	let compiled: Compiled | undefined;
	return (object, { namespace = 'default' } = {}) => {
		compiled ??= compile(kind.type);
		const said = { apiVersion: kind.apiVersion, kind: kind.kind, ...object };
		if (said.apiVersion !== kind.apiVersion || said.kind !== kind.kind)
			return wrong(`the object is ${said.apiVersion} ${said.kind}, and ${kind.apiVersion} ${kind.kind} is validated`);
		return validated(kind, compiled, asSent(said, kind, namespace));
	};
}

function validated(kind: ValidatedKind, { read, fill, drop, check }: Compiled, sent: JsonObject): Validation {
	const warnings: string[] = [];
	let object: JsonObject;
	try {
		object = read(sent, { notices: warnings });
	} catch (error) {
		if (error instanceof MalformedError) return wrong(error.message);
		throw error;
	}
	fill(object);
	drop?.(object, undefined);
	const ofMetadata = kind.asked ? [] : validateMetadata(object, kind as unknown as KindDescriptor, vocabulary.product);
	const blamed = new Set(ofMetadata.map(({ field }) => field));
	const ofTypes = check(object, undefined, warnings).filter(({ field }) => !blamed.has(field));
	return { causes: [...ofMetadata, ...ofTypes], warnings };
}

/** As the server has it before it looks: the name that it would make, the namespace of the request, and nothing that a create does not write. */
function asSent(said: object, { scope, apart, asked }: ValidatedKind, namespace: string): JsonObject {
	const sent = parse(text(said)) as JsonObject;
	for (const field of apart) delete sent[field];
	if (asked || typeof sent.metadata !== 'object' || sent.metadata === null || Array.isArray(sent.metadata)) return sent;
	const { metadata } = sent;
	if (scope === 'Namespaced') metadata.namespace ??= namespace;
	if (typeof metadata.generateName === 'string' && metadata.generateName !== '') metadata.name ??= `${metadata.generateName}x`;
	return sent;
}

function wrong(message: string): Validation {
	return { causes: [{ reason: 'FieldValueTypeInvalid', message }], warnings: [] };
}

function compile(type: EmittedType): Compiled {
	const types = new Map<string, EmittedType>();
	const waiting = [type];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		if (types.has(next.name)) continue;
		types.set(next.name, next);
		waiting.push(...next.uses());
	}
	const made = new Map<string, TypeDescriptor>();
	const lookup = (name: string): TypeDescriptor => {
		let descriptor = made.get(name);
		if (descriptor === undefined) {
			const emitted = types.get(name);
			if (emitted === undefined) throw new Error(`the package has no type ${name}`);
			descriptor = emitted.make();
			made.set(name, descriptor);
		}
		return descriptor;
	};
	return {
		read: new Readers(lookup).reader(type.name),
		fill: new Defaulters(lookup).defaulter(type.name),
		drop: new HeldBackFields(lookup).dropper(type.name),
		check: new Validators(lookup).validator(type.name),
	};
}
