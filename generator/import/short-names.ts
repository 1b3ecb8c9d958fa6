/**
 * Resolves short type names in documents for client generators: `v1.Pod`, or `core.v1.Event` where two packages share the short name.
 * Replaces them by full names with the package, the form that servers use.
 */
import type { Definition } from './definition.ts';
import { definitionName, hasVersion, keyOf, kindsOf, type RawDocument } from './document.ts';
import type { TypeKey } from './facts.ts';

export interface ShortNames {
	/** Returns the folder of a group. */
	readonly packageOf: (group: string) => string;
	/** Returns the packages that have such a type. */
	readonly packagesWith: (version: string, name: string) => readonly string[];
}

/** Packages whose types others use; they come first when several packages have a type. */
const shared = ['meta', 'core'];

/** Renames short names to `io.PACKAGE.VERSION.NAME`; full names stay. */
export function withPackages(document: RawDocument, names: ShortNames): RawDocument {
	const packages = new Map<string, string>();
	const kinds: string[] = [];
	for (const [name, definition] of Object.entries(document.definitions)) {
		const [kind, ...more] = kindsOf(definition);
		if (!isShort(name) || kind === undefined || more.length > 0) continue;
		packages.set(name, names.packageOf(kind.group));
		kinds.push(name);
	}
	const visit = (name: string): void => {
		for (const used of referencesIn(document.definitions[name] ?? {})) {
			if (!isShort(used) || packages.has(used)) continue;
			packages.set(used, packageFor(keyOf(used), packages.get(name) ?? '', names));
			visit(used);
		}
	};
	// The parts of a type are in its own package, unless another one is known to have them. Types that kinds of the core group use are in
	// the core package.
	for (const name of kinds.sort((a, b) => Number(packages.get(b) === 'core') - Number(packages.get(a) === 'core'))) visit(name);
	const fullName = (name: string): string => (packages.has(name) ? `io.${packages.get(name)}.${name.split('.').slice(-2).join('.')}` : name);
	return renamed(document, fullName);
}

export function hasShortNames({ definitions }: RawDocument): boolean {
	return Object.keys(definitions).some(isShort);
}

/** Reports whether a name is short, such as `v1.Pod` or `core.v1.Event`. */
function isShort(name: string): boolean {
	return name.split('.').length <= 3 && hasVersion(keyOf(name));
}

function packageFor(key: TypeKey, user: string, { packagesWith }: ShortNames): string {
	if (key.package !== '') return key.package;
	const known = packagesWith(key.version, key.name);
	return [user, ...shared].find((one) => known.includes(one)) ?? (known.length === 1 ? known[0] : undefined) ?? user;
}

function referencesIn(value: unknown): readonly string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' && typeof inner === 'string' ? [definitionName(inner)] : referencesIn(inner)));
}

function renamed({ definitions, ...rest }: RawDocument, fullName: (name: string) => string): RawDocument {
	const visit = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(visit);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [
				key,
				key === '$ref' && typeof inner === 'string' ? `#/definitions/${fullName(definitionName(inner))}` : visit(inner),
			]),
		);
	};
	const made = Object.entries(definitions).map(([name, definition]) => [fullName(name), visit(definition) as Definition] as const);
	return { ...(visit(rest) as Omit<RawDocument, 'definitions'>), definitions: Object.fromEntries(made) };
}
