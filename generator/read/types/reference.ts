/** Resolves a `$ref` to its declaration. */
import type { Report } from '../diagnostics/diagnostic.ts';
import { alternatives, suggestion } from '../diagnostics/suggestion.ts';
import type { Declaration, Package } from '../packages.ts';
import { type SpecNode, text } from '../source/node.ts';

export interface From {
	readonly package: Package;
	readonly version: string;
}

export function resolveReference(node: SpecNode, from: From, packages: ReadonlyMap<string, Package>, report: Report): Declaration | undefined {
	const match = /^(?:\.\.\/([^/]+)\/)?types#\/(?:(v[0-9][a-z0-9]*)\.)?([A-Za-z][A-Za-z0-9]*)$/.exec(text(node) ?? '');
	if (match === null) return undefined;
	const [, packageName = from.package.name, version, name = ''] = match;
	const owner = packages.get(packageName);
	if (owner === undefined) {
		report(node, `unknown group folder ${JSON.stringify(packageName)}${suggestion(packageName, packages.keys())}`);
		return undefined;
	}
	return findType(owner, version, name, from.version, node, report);
}

/** Finds the type in the named version, else in the version of the reference, else in the only version that has the name. */
function findType(owner: Package, version: string | undefined, name: string, fromVersion: string, node: SpecNode, report: Report): Declaration | undefined {
	const { declarations } = owner;
	if (version !== undefined && !declarations.has(version)) {
		if (owner.incomplete) return undefined;
		report(node, `${owner.name} has no types of version ${JSON.stringify(version)}${suggestion(version, declarations.keys())}`);
		return undefined;
	}
	const named = declarations.get(version ?? fromVersion)?.get(name);
	if (named !== undefined) return named;
	const elsewhere = [...declarations.values()].flatMap((types) => types.get(name) ?? []);
	if (version === undefined && elsewhere.length === 1) return elsewhere[0];
	if (owner.incomplete && elsewhere.length > 0) return elsewhere[0];
	if (version !== undefined && elsewhere.length > 0) {
		const others = alternatives(elsewhere.map((one) => `types#/${one.version}.${name}`));
		report(node, `${owner.name} has no ${JSON.stringify(name)} of version ${version}: there is ${others} (a file of types names its version with "version")`);
		return undefined;
	}
	if (elsewhere.length > 1) {
		report(
			node,
			`${JSON.stringify(name)} is declared in several versions of ${owner.name}: say ${alternatives(elsewhere.map((one) => `types#/${one.version}.${name}`))}`,
		);
		return undefined;
	}
	if (owner.incomplete) return undefined;
	const known = new Set(
		(version === undefined ? [...declarations.values()] : [declarations.get(version) ?? new Map<string, Declaration>()]).flatMap((types) => [...types.keys()]),
	);
	report(node, `unknown type ${JSON.stringify(name)} of ${owner.name}${suggestion(name, known)}`);
	return undefined;
}
