/**
 * Turns files into packages: the groups, kinds and shared types with their locations. Later spec roots add to earlier ones and override
 * nothing in them.
 */
import { speak, type Vocabulary } from '../../runtime/model/vocabulary.ts';
import { checkDnsSubdomain } from '../../runtime/scalars/formats.ts';
import type { Report } from './diagnostics/diagnostic.ts';
import { suggestion } from './diagnostics/suggestion.ts';
import { at, flagAt, keyNode, type MapNode, mapAt, numberAt, plain, positionOf, type SpecNode, textAt, textsAt } from './source/node.ts';

/** Type to which specs can refer: a shared type, or the schema of a kind. */
export interface Declaration {
	readonly package: Package;
	readonly version: string;
	readonly name: string;
	/** Source node of the type's name, for messages. */
	readonly key: SpecNode;
	/** Schema of the type. Included fields are merged into it when they are resolved (`types/include.ts`). */
	schema: MapNode;
	/** Rules that a kind states beside its schema. */
	readonly kindRules?: readonly SpecNode[];
	/** Original of this copy, in a version that is `like` another one. */
	readonly copyOf?: Declaration;
}

export interface Package {
	/** Folder in the spec root, and first part of type names. */
	readonly name: string;
	readonly group: string;
	readonly versions: readonly string[];
	readonly description: string;
	readonly openapi: string;
	readonly protobuf: string;
	/** Priority of the group in discovery. */
	readonly priority: number | undefined;
	/** Priorities of the versions, as the group states them. */
	readonly versionPriorities: Readonly<Record<string, number>>;
	/** True for a user's own group (`GroupDescriptor.custom`). */
	readonly custom: boolean;
	/** True when an empty value that is sent counts as present (`Field.emptyIsGiven`). */
	readonly emptyIsGiven: boolean;
	/** True when requests for the group are forwarded to another server. */
	readonly proxied: boolean;
	readonly node: MapNode;
	/** True when a file of the group is unreadable, or the group has no versions. Parts that are missing are then not reported. */
	readonly incomplete: boolean;
	/** Declarations by version, then by name. */
	readonly declarations: Map<string, Map<string, Declaration>>;
}

export interface KindFile {
	readonly package: Package;
	readonly kind: string;
	readonly node: MapNode;
}

export interface PlacedNode {
	readonly package: string;
	readonly node: MapNode;
}

/** Pattern of a group's folder name, which is a part of the names of types, files and packages. */
const folderName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * Reports whether the text is a group name: a DNS name in lower case, or empty for the core group. Placeholders may stand for words of the
 * vocabulary.
 */
export function isGroupName(text: string): boolean {
	return text === '' || checkDnsSubdomain(text.replace(/\{[A-Za-z]+\}/g, 'role')).length === 0;
}

const builtInSuffix = '.{groupDomain}';

/** Reports whether the group name has no dot, or is in the product's own domain. */
export function isNamedAsBuiltIn(group: string): boolean {
	return !group.includes('.') || group.endsWith(builtInSuffix) || group === '{groupDomain}';
}

export function readPackages(groups: readonly PlacedNode[], unreadable: ReadonlySet<string>, report: Report): Map<string, Package> {
	const packages = new Map<string, Package>();
	const byGroup = new Map<string, MapNode>();
	for (const { package: name, node } of groups) {
		const written = textAt(node, 'group');
		// A group without a name, which has been reported, gets a name that no other group has.
		const group = written ?? `${name}/`;
		const folder = packages.get(name);
		if (written !== undefined && !isGroupName(written))
			report(at(node, 'group') ?? node, `${JSON.stringify(group)} cannot name a group: expected a domain name in lower case, such as shop.example.com`);
		if (!folderName.test(name))
			report(keyNode(node, 'group'), `the folder ${JSON.stringify(name)} becomes a part of names: letters, digits, ".", "-" and "_" only`);
		const twin = byGroup.get(group);
		if (folder !== undefined && folder.group === group && node.file.path === folder.node.file.path && node.file.file !== folder.node.file.file) {
			packages.set(name, addToGroup(folder, node, report));
			continue;
		}
		if (folder !== undefined || twin !== undefined) {
			const taken = folder !== undefined && folder.group !== group;
			const said = taken
				? `the folder ${JSON.stringify(name)} is that of the group ${JSON.stringify(folder.group)}`
				: `the group ${JSON.stringify(group)} is declared twice`;
			report(keyNode(node, 'group'), `${said}: ${taken ? 'declared' : 'first'} at ${where(folder?.node ?? twin ?? node)}`);
		}
		// A second folder of a group stays a group. Otherwise its files would be reported as outside of any group.
		if (folder !== undefined) continue;
		if (twin === undefined) byGroup.set(group, node);
		const builtIn = isNamedAsBuiltIn(group);
		const reversed = group.split('.').reverse().join('.');
		packages.set(name, {
			name,
			group,
			versions: textsAt(node, 'versions'),
			description: textAt(node, 'description') ?? '',
			openapi:
				textAt(node, 'openapi') ??
				(name === 'meta' ? '{groupDomainReversed}.apimachinery.pkg.apis.meta' : builtIn ? `{groupDomainReversed}.api.${name}` : reversed),
			protobuf: textAt(node, 'protobuf') ?? (name === 'meta' ? '{groupDomain}.apimachinery.pkg.apis.meta' : builtIn ? `{groupDomain}.api.${name}` : reversed),
			priority: numberAt(node, 'priority'),
			versionPriorities: versionPrioritiesOf(node, textsAt(node, 'versions'), report),
			custom: flagAt(node, 'custom') ?? !builtIn,
			emptyIsGiven: flagAt(node, 'emptyIsGiven') === true,
			proxied: flagAt(node, 'proxied') === true,
			node,
			incomplete: unreadable.has(name) || textsAt(node, 'versions').length === 0,
			declarations: new Map(),
		});
	}
	return packages;
}

/** Reports groups whose names are equal in some vocabulary: one has the words of the vocabulary, the other a placeholder. */
export function checkGroupWords(packages: ReadonlyMap<string, Package>, vocabularies: readonly Vocabulary[], report: Report): void {
	for (const vocabulary of vocabularies) {
		const spoken = new Map<string, Package>();
		const byRole = (one: Package) => Number(speak(one.group, vocabulary) !== one.group);
		for (const one of [...packages.values()].sort((a, b) => byRole(b) - byRole(a))) {
			const words = speak(one.group, vocabulary);
			const first = spoken.get(words);
			// Names that are equal in every vocabulary have been reported.
			if (first === undefined) spoken.set(words, one);
			else if (first.group !== one.group)
				report(
					at(one.node, 'group') ?? one.node,
					`in the words of ${vocabulary.name} this is the group ${JSON.stringify(first.group)} of the folder ${JSON.stringify(first.name)}, declared at ${where(first.node)}: add to that folder`,
				);
		}
	}
}

function versionPrioritiesOf(node: MapNode, versions: readonly string[], report: Report): Readonly<Record<string, number>> {
	const priorities = mapAt(node, 'versionPriorities');
	const said: Record<string, number> = {};
	for (const [version, { key }] of priorities?.entries ?? []) {
		if (!versions.includes(version)) report(key, `the group has no version ${JSON.stringify(version)}${suggestion(version, versions)}`);
		// A priority that is no number has been reported.
		said[version] = numberAt(priorities, version) ?? 1;
	}
	return said;
}

/** Adds the versions in a later root to a group. Other attributes are allowed only in the first declaration of the group. */
function addToGroup(owner: Package, node: MapNode, report: Report): Package {
	for (const keyword of ['description', 'openapi', 'protobuf', 'priority', 'custom', 'emptyIsGiven']) {
		const said = at(node, keyword);
		if (said !== undefined && plain(said) !== plain(at(owner.node, keyword) ?? node))
			report(keyNode(node, keyword), `${JSON.stringify(keyword)} of this group is for ${where(owner.node)} to set: another root can only add versions`);
	}
	return { ...owner, versions: [...new Set([...owner.versions, ...textsAt(node, 'versions')])] };
}

export function declareTypes(files: readonly PlacedNode[], packages: ReadonlyMap<string, Package>, report: Report): void {
	for (const { package: name, node } of files) {
		const owner = packages.get(name);
		if (owner === undefined) {
			report(node, missingGroup(name));
			continue;
		}
		const version = textAt(node, 'version') ?? owner.versions[0] ?? '';
		const versionNode = at(node, 'version');
		if (versionNode !== undefined && lacksVersion(owner, version)) report(versionNode, unknownVersion(version, owner));
		for (const [type, { key, value }] of mapAt(node, 'types')?.entries ?? []) {
			if (value.kind === 'map') declare({ package: owner, version, name: type, key, schema: value }, report);
		}
	}
}

export function declare(declaration: Declaration, report: Report): void {
	const { declarations } = declaration.package;
	const types = declarations.get(declaration.version) ?? new Map<string, Declaration>();
	declarations.set(declaration.version, types);
	const first = types.get(declaration.name);
	if (first === undefined) types.set(declaration.name, declaration);
	else
		report(
			declaration.key,
			`the type ${JSON.stringify(declaration.name)} is declared twice in ${declaration.package.name}/${declaration.version}: first at ${where(first.key)}`,
		);
}

export function readKindFiles(files: readonly PlacedNode[], packages: ReadonlyMap<string, Package>, report: Report): KindFile[] {
	const kinds = new Map<string, KindFile>();
	for (const { package: name, node } of files) {
		const owner = packages.get(name);
		const kind = textAt(node, 'kind');
		if (owner === undefined) report(keyNode(node, 'kind'), missingGroup(name));
		if (owner === undefined || kind === undefined) continue;
		if (owner.proxied) report(keyNode(node, 'kind'), `${name}/group.yaml assigns the group to another server, so it cannot have kinds here`);
		const first = kinds.get(`${name}/${kind}`);
		if (first === undefined) kinds.set(`${name}/${kind}`, { package: owner, kind, node });
		else
			report(
				at(node, 'kind') ?? node,
				`the kind ${JSON.stringify(kind)} of ${name} is declared twice: first at ${where(at(first.node, 'kind') ?? first.node)}`,
			);
	}
	return [...kinds.values()];
}

/** Reports whether the group lacks the version. A group without versions has been reported. */
export function lacksVersion(owner: Package, version: string): boolean {
	return owner.versions.length > 0 && !owner.versions.includes(version);
}

export function unknownVersion(version: string, owner: Package): string {
	return `unknown version ${JSON.stringify(version)} of ${owner.name}${suggestion(version, owner.versions)} (versions are listed in ${owner.name}/group.yaml)`;
}

function missingGroup(name: string): string {
	return `the folder ${JSON.stringify(name)} has no group.yaml, which names the API group of its kinds`;
}

export function where(node: SpecNode): string {
	const { file, line, column } = positionOf(node);
	return `${file}:${line}:${column}`;
}
