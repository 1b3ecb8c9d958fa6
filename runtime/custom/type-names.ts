/** Names of the types of defined kinds. No spec can have them. */
import type { TypeName } from '../model/catalog.ts';

const mark = 'custom:';

/** Returns the package of a group, which begins the names of its types. */
export function packageOf(group: string): string {
	return `${mark}${group}`;
}

export function typeNameOf(group: string, version: string, kind: string): TypeName {
	return `${packageOf(group)}/${version}.${kind}`;
}

export function isTypeOfDefinition(name: TypeName): boolean {
	return name.startsWith(mark);
}

/** Returns the root type in whose definition an inner type is. */
export function rootOf(name: TypeName): TypeName {
	return name.slice(0, name.lastIndexOf('.'));
}
