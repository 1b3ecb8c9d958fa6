/** What the server would say of an object, without the server (`runtime/verbs/write/metadata/new-object.ts`): that of a package's types. */
import { vocabulary } from '../../../generated/vocabulary.ts';
import type { JsonObject, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import { checkNewObject, type NewObjectKind, type NewObjectType, newObjectType } from '../../../runtime/verbs/write/metadata/new-object.ts';
import { parse, text } from '../client/json.ts';
import type { Validation, Validator } from './validation.ts';

/** A type with those that its values can hold, as the package has them: what nobody uses is in no bundle. */
export interface EmittedType {
	readonly name: string;
	make(): TypeDescriptor;
	uses(): readonly EmittedType[];
}

export interface ValidatedKind extends NewObjectKind {
	readonly apiVersion: string;
	readonly kind: string;
	readonly type: EmittedType;
}

/** Compiles at the first use. */
export function validatorOf(kind: ValidatedKind): Validator {
	let compiled: NewObjectType | undefined;
	return (object, { namespace = 'default' } = {}) => {
		compiled ??= compile(kind.type);
		const said = { apiVersion: kind.apiVersion, kind: kind.kind, ...object };
		if (said.apiVersion !== kind.apiVersion || said.kind !== kind.kind)
			return wrong(`the object is ${said.apiVersion} ${said.kind}, and ${kind.apiVersion} ${kind.kind} is validated`);
		return checkNewObject(kind, compiled, parse(text(said)) as JsonObject, { namespace, product: vocabulary.product });
	};
}

function wrong(message: string): Validation {
	return { causes: [{ reason: 'FieldValueTypeInvalid', message }], warnings: [] };
}

function compile(type: EmittedType): NewObjectType {
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
	return newObjectType(lookup, type.name);
}
