/** Assignability of types with parameters to be inferred, by the rules of CEL's type checker. */
import { type CelType, isDyn, isSameType, isSimple, partsOf, types, withParts } from './type.ts';

/** Inferred types of parameters. */
export type Substitutions = ReadonlyMap<string, CelType>;

/** Returns the substitutions with which each type is assignable to its counterpart, or undefined. */
export function assignable(known: Substitutions, from: readonly CelType[], to: readonly CelType[]): Substitutions | undefined {
	const unifier = new Unifier(known);
	return unifier.all(from, to) ? unifier.known : undefined;
}

/** Replaces inferred parameters. `unknown`: replacement of the others; absent: they stay. */
export function substitute(known: Substitutions, type: CelType, unknown?: CelType): CelType {
	if (type.kind === 'parameter') {
		const found = known.get(type.name);
		if (found !== undefined) return substitute(known, found, unknown);
		return unknown ?? type;
	}
	return withParts(type, (part) => substitute(known, part, unknown));
}

/** Returns the more general of two types, of which one is assignable to the other. */
export function mostGeneral(a: CelType, b: CelType): CelType {
	return isLessSpecific(a, b) ? a : b;
}

function isLessSpecific(a: CelType, b: CelType): boolean {
	if (isDyn(a) || a.kind === 'parameter') return true;
	if (isDyn(b) || b.kind === 'parameter' || a.kind !== b.kind) return false;
	if (a.kind === 'type') return true;
	const [ofA, ofB] = [partsOf(a), partsOf(b)];
	return ofA.length > 0 ? ofA.every((part, at) => isLessSpecific(part, ofB[at] ?? types.error)) : isSameType(a, b);
}

/** Scalar types that cannot be null. */
const neverNull = ['bool', 'int', 'uint', 'double', 'string', 'bytes'] as const;

function mayBeNull(type: CelType): boolean {
	return type.kind !== 'list' && type.kind !== 'map' && type.kind !== 'type' && !isSimple(type, ...neverNull);
}

class Unifier {
	known: Map<string, CelType>;

	constructor(known: Substitutions) {
		this.known = new Map(known);
	}

	all(from: readonly CelType[], to: readonly CelType[]): boolean {
		return from.length === to.length && from.every((type, at) => this.one(type, to[at] ?? types.error));
	}

	one(a: CelType, b: CelType): boolean {
		if (b.kind === 'parameter') {
			const found = this.#substitutes(a, b);
			if (found !== undefined) return found;
		}
		if (a.kind === 'parameter') return this.#substitutes(b, a) ?? false;
		if (isSimple(a, 'dyn', 'error') || isSimple(b, 'dyn', 'error')) return true;
		if (isSimple(a, 'null')) return mayBeNull(b);
		if (isSimple(b, 'null')) return mayBeNull(a);
		if (a.kind === 'type') return b.kind === 'type';
		if (a.kind !== b.kind) return false;
		if ('name' in a) return isSameType(a, b);
		return this.all(partsOf(a), partsOf(b));
	}

	/**
	 * Reports whether a type is a valid substitution of a parameter, and records it. Returns undefined when the parameter has no
	 * substitution yet and cannot have this one.
	 */
	#substitutes(type: CelType, parameter: CelType & { readonly kind: 'parameter' }): boolean | undefined {
		if (isSameType(type, parameter)) return true;
		const found = this.known.get(parameter.name);
		if (found !== undefined) {
			if (isSameType(type, found)) return true;
			if (!this.one(type, found)) return false;
			const general = mostGeneral(type, found);
			if (!this.#occurs(parameter, general)) this.known.set(parameter.name, general);
			return true;
		}
		if (this.#occurs(parameter, type)) return undefined;
		this.known.set(parameter.name, type);
		return true;
	}

	#occurs(parameter: CelType, within: CelType): boolean {
		if (isSameType(parameter, within)) return true;
		if (within.kind === 'parameter') {
			const found = this.known.get(within.name);
			return found !== undefined && this.#occurs(parameter, found);
		}
		return partsOf(within).some((part) => this.#occurs(parameter, part));
	}
}
