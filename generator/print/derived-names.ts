/** Derives names of TypeScript types and of files. */
import type { TypeName } from '../../runtime/model/catalog.ts';

/** Splits a type name such as `core/v1.PodSpec` into its parts. */
export function typeParts(type: TypeName): { readonly package: string; readonly version: string; readonly name: string } {
	const slash = type.indexOf('/');
	const dot = type.indexOf('.', slash);
	return { package: type.slice(0, slash), version: type.slice(slash + 1, dot), name: type.slice(dot + 1) };
}

/** Returns the path of the module with a package's descriptors, relative to the output folder. */
export function descriptorsFile(packageName: string): string {
	return `descriptors/${packageName}.ts`;
}

/** Converts the name of a package to an identifier: `resource-v2` becomes `resourceV2`. */
export function packageIdentifier(packageName: string): string {
	const joined = packageName.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase());
	return /^[0-9]/.test(joined) ? `_${joined}` : joined;
}

/** Returns the import specifier from one emitted file to another, or with `..` to the runtime. */
export function specifier(fromFile: string, toFile: string): string {
	const from = fromFile.split('/').slice(0, -1);
	const to = toFile.split('/');
	while (from.length > 0 && from[0] === to[0] && to.length > 1) {
		from.shift();
		to.shift();
	}
	return from.length === 0 && to[0] !== '..' ? `./${to.join('/')}` : `${'../'.repeat(from.length)}${to.join('/')}`;
}
