/** Static types of expressions, and their names in messages, which are those of Kubernetes (KEP-3488). */

export type SimpleName = 'bool' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'null' | 'timestamp' | 'duration' | 'dyn' | 'error';

export type CelType =
	| { readonly kind: 'simple'; readonly name: SimpleName }
	| { readonly kind: 'list'; readonly of: CelType }
	| { readonly kind: 'map'; readonly key: CelType; readonly value: CelType }
	| { readonly kind: 'optional'; readonly of: CelType }
	/** Type whose values only functions can read, such as `kubernetes.Quantity`. */
	| { readonly kind: 'opaque'; readonly name: string }
	/** Type with fields. */
	| { readonly kind: 'struct'; readonly name: string }
	/** Type parameter of a function, or a type that is not inferred yet. */
	| { readonly kind: 'parameter'; readonly name: string }
	/** Type of a type name. `of`: the type that the name denotes. */
	| { readonly kind: 'type'; readonly of?: CelType };

export interface StructType {
	/** Returns the type of a field, or undefined for an unknown field. */
	field(name: string): CelType | undefined;
}

const simple = (name: SimpleName): CelType => ({ kind: 'simple', name });

export const types = {
	bool: simple('bool'),
	int: simple('int'),
	uint: simple('uint'),
	double: simple('double'),
	string: simple('string'),
	bytes: simple('bytes'),
	null: simple('null'),
	timestamp: simple('timestamp'),
	duration: simple('duration'),
	dyn: simple('dyn'),
	error: simple('error'),
} as const;

export const listOf = (of: CelType): CelType => ({ kind: 'list', of });
export const mapOf = (key: CelType, value: CelType): CelType => ({ kind: 'map', key, value });
export const optionalOf = (of: CelType): CelType => ({ kind: 'optional', of });
export const structOf = (name: string): CelType => ({ kind: 'struct', name });

export function isSimple(type: CelType, ...names: readonly SimpleName[]): boolean {
	return type.kind === 'simple' && names.includes(type.name);
}

export const isDyn = (type: CelType): boolean => isSimple(type, 'dyn');

/** Returns the types of which another type is composed. */
export function partsOf(type: CelType): readonly CelType[] {
	switch (type.kind) {
		case 'list':
		case 'optional':
			return [type.of];
		case 'map':
			return [type.key, type.value];
		case 'type':
			return type.of === undefined ? [] : [type.of];
		default:
			return [];
	}
}

/** Returns the type with each of these parts replaced. */
export function withParts(type: CelType, change: (part: CelType) => CelType): CelType {
	switch (type.kind) {
		case 'list':
		case 'optional':
			return { ...type, of: change(type.of) };
		case 'map':
			return { ...type, key: change(type.key), value: change(type.value) };
		case 'type':
			return type.of === undefined ? type : { ...type, of: change(type.of) };
		default:
			return type;
	}
}

/** Returns the name of a type in messages: `map(string, list(int))`. */
export function typeText(type: CelType): string {
	const parts = partsOf(type);
	const within = parts.length === 0 ? '' : `(${parts.map(typeText).join(', ')})`;
	switch (type.kind) {
		case 'simple':
			return type.name === 'error' ? '!error!' : type.name;
		case 'optional':
			return `optional_type${within}`;
		case 'list':
		case 'map':
		case 'type':
			return `${type.kind}${within}`;
		default:
			return type.name;
	}
}

/** Returns the name of a type in errors about the result of an expression. It differs from `typeText` for a few types. */
export function resultText(type: CelType): string {
	if (type.kind === 'simple') {
		if (type.name === 'timestamp') return 'google.protobuf.Timestamp';
		if (type.name === 'duration') return 'google.protobuf.Duration';
		if (type.name === 'null') return 'null_type';
		return type.name;
	}
	const parts = partsOf(type);
	return parts.length === 0 ? typeText(type) : `${type.kind === 'optional' ? 'optional_type' : type.kind}(${parts.map(resultText).join(', ')})`;
}

export function isSameType(a: CelType, b: CelType): boolean {
	if (a.kind !== b.kind) return false;
	if ('name' in a || 'name' in b) return 'name' in a && 'name' in b && a.name === b.name;
	const [ofA, ofB] = [partsOf(a), partsOf(b)];
	return ofA.length === ofB.length && ofA.every((part, at) => isSameType(part, ofB[at] ?? types.error));
}
