/**
 * Validates a new object without the server, by the server's own code (`runtime/verbs/metadata/new-object.ts`) and a package's types.
 */
import { vocabulary } from '../../../generated/vocabulary.ts';
import type { ConversionStep, JsonObject, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import { canonical } from '../../../runtime/schema/conversion/canonical.ts';
import type { Types } from '../../../runtime/schema/conversion/declared.ts';
import { rulesInForce } from '../../../runtime/schema/conversion/own-rules.ts';
import { causeInVersion, warningInVersion } from '../../../runtime/schema/conversion/version-causes.ts';
import { conversion } from '../../../runtime/schema/convert.ts';
import { checkNewObject, type NewObjectKind, type NewObjectType, newObjectType, type StoredElsewhere } from '../../../runtime/verbs/metadata/new-object.ts';
import { parse, text } from '../client/json.ts';
import type { Validation, Validator } from './validation.ts';

/** Type with the types that its values contain. Types are functions, so that bundles omit unused ones. */
export interface EmittedType {
	readonly name: string;
	make(): TypeDescriptor;
	uses(): readonly EmittedType[];
}

export interface ValidatedKind extends NewObjectKind {
	readonly apiVersion: string;
	readonly kind: string;
	readonly type: EmittedType;
	/** Storage version. Set if it differs from this version and conversion steps alone convert to it, without a hook. */
	readonly stored?: StoredVersion;
}

export interface StoredVersion {
	readonly apiVersion: string;
	readonly type: EmittedType;
	readonly steps: readonly ConversionStep[];
}

interface Compiled {
	readonly type: NewObjectType;
	readonly stored: StoredElsewhere | undefined;
}

/** Returns a validator, which compiles the type on first use. */
export function validatorOf(kind: ValidatedKind): Validator {
	let compiled: Compiled | undefined;
	return (object, { namespace = 'default' } = {}) => {
		compiled ??= compile(kind);
		const said = { apiVersion: kind.apiVersion, kind: kind.kind, ...object };
		if (said.apiVersion !== kind.apiVersion || said.kind !== kind.kind)
			return wrong(`the object is ${said.apiVersion} ${said.kind}, and ${kind.apiVersion} ${kind.kind} is validated`);
		const { type, stored } = compiled;
		return checkNewObject(kind, type, parse(text(said)) as JsonObject, { namespace, product: vocabulary.product, stored });
	};
}

function wrong(message: string): Validation {
	return { causes: [{ reason: 'FieldValueTypeInvalid', message }], warnings: [] };
}

function compile(kind: ValidatedKind): Compiled {
	const { type, stored } = kind;
	const types = typesOf(stored === undefined ? [type] : [type, stored.type]);
	const here = newObjectType((name) => types.type(name), type.name);
	return { type: here, stored: stored && storedElsewhere(kind, here, stored, types) };
}

function storedElsewhere({ kind, apiVersion, type, custom }: ValidatedKind, here: NewObjectType, stored: StoredVersion, types: Types): StoredElsewhere {
	const { read, check, fill, drop } = newObjectType((name) => types.type(name), stored.type.name);
	const { toStorage, fromStorage, withoutFilled, fieldFromStorage } = conversion(stored.steps, { here: type.name, storage: stored.type.name }, types);
	const naming = { servesStoredBytes: false, fieldFromStorage };
	return {
		toStorage: (object) => canonical({ read }, toStorage(object), kind, stored.apiVersion),
		fromStorage: (object) => canonical({ read: here.read }, fromStorage(object), kind, apiVersion),
		withoutFilled: withoutFilled && ((object) => canonical({ read: here.read }, withoutFilled(object), kind, apiVersion)),
		schema: { validate: here.check, applyDefaults: here.fill },
		storageSchema: { validate: check, applyDefaults: fill, dropHeldBack: (object) => drop?.(object, undefined) },
		rules: rulesInForce({ here: type.name, storage: stored.type.name, steps: stored.steps, isCustom: custom === true }, types),
		causeInVersion: (cause) => causeInVersion(cause, naming),
		warningInVersion: (warning) => warningInVersion(warning, naming),
	};
}

/** Returns these types and all types that their values contain. */
function typesOf(roots: readonly EmittedType[]): Types {
	const types = new Map<string, EmittedType>();
	const waiting = [...roots];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		if (types.has(next.name)) continue;
		types.set(next.name, next);
		waiting.push(...next.uses());
	}
	const made = new Map<string, TypeDescriptor>();
	return {
		typeNames: [...types.keys()],
		type(name) {
			let descriptor = made.get(name);
			if (descriptor === undefined) {
				const emitted = types.get(name);
				if (emitted === undefined) throw new Error(`the package has no type ${name}`);
				descriptor = emitted.make();
				made.set(name, descriptor);
			}
			return descriptor;
		},
	};
}
