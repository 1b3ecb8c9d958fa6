/**
 * Hook files: TypeScript code for the kinds of a spec root and for its proxied groups, each in a file in the root's folder `hooks/`. The
 * file name gives the kind or group; `check.ts` checks the content. Hooks of built-in kinds are part of the server.
 */
import type { Catalog, GroupDescriptor, KindDescriptor, VersionDescriptor } from '../../runtime/model/catalog.ts';
import { converterKey } from '../../runtime/model/converter-key.ts';
import { answeredByHooks, hookedVersions, hookKey } from '../emit/typescript/hooks.ts';
import type { Model, Position } from '../model.ts';
import { type Diagnostic, diagnosticAt } from '../read/diagnostics/diagnostic.ts';
import { alternatives, suggestion } from '../read/diagnostics/suggestion.ts';
import { at as atKey, keyNode, listAt, mapAt, type SpecNode, text } from '../read/source/node.ts';
import { type SpecSource, specFile } from '../read/source/spec-file.ts';
import { readSpec } from '../read/source/yaml.ts';

/** Folder of hook files in a spec root. */
export const hooksFolder = 'hooks';
/** Subfolder with the server's modules and generated types for hook files; the generator writes it. */
export const supportFolder = 'orch';

/** A hook file. `path` is relative to the spec root: `hooks/backup.ts`. */
export interface HookFile extends SpecSource {
	/** Absolute path of the spec root. */
	readonly root: string;
}

/** A kind with its hook file. */
export interface HookedKind {
	readonly file: HookFile;
	readonly kind: KindDescriptor;
}

/** A proxied group with its hook file. */
export interface HookedGroup {
	readonly file: HookFile;
	readonly group: GroupDescriptor;
}

export interface HookAssignments {
	readonly kinds: readonly HookedKind[];
	readonly groups: readonly HookedGroup[];
}

export interface Assignment {
	readonly hooked: HookAssignments;
	readonly diagnostics: readonly Diagnostic[];
}

/** Reports whether a spec file, named as in positions, is in the built-in root. */
export type IsBuiltIn = (file: string) => boolean;

/** Returns the kinds and the proxied groups that may have hook files: all that are not in the built-in spec root. */
export function hookable(model: Model, isBuiltIn: IsBuiltIn): Pick<Catalog, 'kinds' | 'groups'> {
	const { kinds, groups } = model.catalog;
	return {
		kinds: kinds.filter((kind) => !isBuiltIn(positionOf(kind, model).file)),
		groups: groups.filter((group) => group.proxied && !isBuiltIn(groupPosition(group, model).file)),
	};
}

/**
 * Assigns files to kinds and groups. Findings report unknown, built-in and ambiguous names, and second files for the same kind or group.
 */
export function assignHooks(files: readonly HookFile[], model: Model, isBuiltIn: IsBuiltIn): Assignment {
	const own = hookable(model, isBuiltIn);
	const kinds: HookedKind[] = [];
	const groups: HookedGroup[] = [];
	const diagnostics: Diagnostic[] = [];
	for (const file of files) {
		const name = baseName(file);
		// A group has only one name; a kind of that name is distinguished by its package.
		const group = own.groups.find((one) => isPackage(one.package, name));
		const named = group === undefined ? own.kinds.filter((kind) => isNamed(kind, name)) : [];
		const [kind] = named;
		const first = (group === undefined ? kinds.find((one) => one.kind === kind) : groups.find((one) => one.group === group))?.file;
		if (kind === undefined && group === undefined) diagnostics.push(atStart(file, unknownName(name, model, own)));
		else if (named.length > 1) diagnostics.push(atStart(file, `several kinds are called ${kind?.kind}: name the file ${alternatives(named.map(longName))}`));
		else if (first !== undefined) diagnostics.push(atStart(file, `${kind?.kind ?? group?.group} has a hook file already: ${first.file}`));
		else if (group !== undefined) groups.push({ file, group });
		else if (kind !== undefined) kinds.push({ file, kind });
	}
	return { hooked: { kinds, groups }, diagnostics };
}

/** Reports required hooks without a hook file. `built-in-hooks.ts` checks built-in kinds. */
export function unanswered(model: Model, hooked: HookAssignments, isBuiltIn: IsBuiltIn, sources: readonly SpecSource[]): Diagnostic[] {
	const own = hookable(model, isBuiltIn);
	const ofKinds = own.kinds
		.filter((kind) => !hooked.kinds.some((one) => one.kind === kind))
		.flatMap((kind) => missingOf(kind).flatMap((missing) => diagnosed(missing, positionOf(kind, model), sources)));
	const ofGroups = own.groups
		.filter((group) => !hooked.groups.some((one) => one.group === group))
		.flatMap((group) => {
			const path = `${hooksFolder}/${group.package}.ts`;
			const message = `another server serves this group, but there is no ${path} that passes requests on: write export const hooks: Hooks['${group.package}'] = { proxy: (request) => ... }`;
			return diagnosed({ message, entry: proxiedEntry }, groupPosition(group, model), sources);
		});
	return [...ofKinds, ...ofGroups];
}

/** A required hook that is missing. */
export interface Missing {
	readonly message: string;
	/** Returns the entry of the spec that requires the hook. */
	readonly entry: (spec: SpecNode) => SpecNode | undefined;
}

/** Reports the missing hook at that entry; empty when the spec is not among the sources. */
export function diagnosed({ message, entry }: Missing, { file }: Position, sources: readonly SpecSource[]): Diagnostic[] {
	const source = sources.find((each) => each.file === file);
	if (source === undefined) return [];
	const { node } = readSpec(source);
	return [node === undefined ? atStart(source, message) : diagnosticAt(entry(node) ?? node, message)];
}

/** Returns the missing hooks of a kind without a hook file. */
function missingOf(kind: KindDescriptor): Missing[] {
	const path = `${hooksFolder}/${hookFileName(kind)}`;
	const cells = computedColumns(kind)
		.slice(0, 1)
		.map((column) => ({
			message: `the column ${JSON.stringify(column)} is computed by a hook, but there is no ${path} with "cells"`,
			entry: columnEntry(column),
		}));
	const answers = requiredAnswers(kind).map(({ member, subresource }) => ({
		message: `${answeredWhat(kind, subresource)} is answered by a hook, but there is no ${path}: ${answerToWrite(member, subresource)}`,
		entry: answerEntry(subresource),
	}));
	const conversions = hookedVersions(kind).map((version) => missingConversion(kind, version, `there is no ${path}:`));
	return [...cells, ...conversions, ...answers];
}

/** Describes a version without its conversion hook. `lack`: part of the sentence that says where the hook belongs. */
export function missingConversion(kind: KindDescriptor, version: VersionDescriptor, lack: string): Missing {
	const key = converterKey(kind, version);
	return {
		message: `${key} of ${kind.kind} is converted by a hook, but ${lack} write convert: { ${/^\w+$/.test(key) ? key : JSON.stringify(key)}: { toStorage: (object) => ..., fromStorage: (object) => ... } }`,
		entry: (spec) => {
			const own = listAt(spec, 'versions').find((one) => text(atKey(one, 'name')) === version.version);
			const also = listAt(spec, 'alsoIn').find((one) => text(atKey(one, 'version')) === version.version && text(atKey(one, 'group')) === version.group);
			const entry = key === version.version ? own : also;
			return entry && keyAt(entry, 'converts');
		},
	};
}

/** Finds the entry of a computed column in a kind's spec. */
export function columnEntry(column: string): Missing['entry'] {
	return (spec) => nameAmong(listAt(spec, 'columns'), column);
}

/** Finds the entry of a kind's spec that declares the endpoint. */
export function answerEntry(subresource: string): Missing['entry'] {
	return (spec) => (subresource === '' ? keyAt(spec, 'stored') : nameAmong(listAt(mapAt(spec, 'subresources'), 'other'), subresource));
}

/** Finds the entry that makes a group proxied, in the group's spec. */
export const proxiedEntry: Missing['entry'] = (spec) => keyAt(spec, 'proxied');

/** Returns the name node of the entry with this name. */
function nameAmong(entries: readonly SpecNode[], name: string): SpecNode | undefined {
	return entries.map((entry) => atKey(entry, 'name')).find((node) => text(node) === name);
}

function keyAt(node: SpecNode, key: string): SpecNode | undefined {
	return node.kind === 'map' ? keyNode(node, key) : undefined;
}

export interface RequiredAnswer {
	readonly member: 'computes' | 'observes' | 'connects';
	/** Name of the subresource; empty for the kind itself. */
	readonly subresource: string;
}

/** Returns the endpoints that the hooks of a kind must answer. */
export function requiredAnswers(kind: KindDescriptor): RequiredAnswer[] {
	const { computed, observed, connections } = answeredByHooks(kind);
	return [
		...computed.map(({ subresource }) => ({ member: 'computes' as const, subresource })),
		...observed.map(({ subresource }) => ({ member: 'observes' as const, subresource })),
		...connections.map(({ subresource }) => ({ member: 'connects' as const, subresource })),
	];
}

/** Returns the subject of a sentence about an endpoint. */
export function answeredWhat({ kind, plural, verbs }: KindDescriptor, subresource: string): string {
	return subresource === '' ? `the ${verbs.includes('create') ? 'creation' : 'reading'} of a ${kind}` : `${plural}/${subresource}`;
}

/** Returns the code that a hook file must contain. */
export function answerToWrite(member: RequiredAnswer['member'], subresource: string): string {
	return `write ${member}: { ${answerKey(subresource)}: (request) => ... }`;
}

/** Formats the name of an endpoint as a TypeScript key. */
export function answerKey(subresource: string): string {
	return /^[A-Za-z]\w*$/.test(subresource) ? subresource : `'${subresource.replace(/['\\]/g, '\\$&')}'`;
}

/** Returns the names of columns that a kind's hooks compute. */
export function computedColumns({ columns }: KindDescriptor): string[] {
	return columns.flatMap((column) => ('computed' in column ? [column.name] : []));
}

/** Returns the name of a kind's hook file, when no other kind has the same name. */
export function hookFileName({ kind }: Pick<KindDescriptor, 'kind'>): string {
	return `${kind.toLowerCase()}.ts`;
}

/** Returns the name of a kind's hook file among those of `kinds`. */
export function hookFileAmong(kind: KindDescriptor, kinds: readonly KindDescriptor[]): string {
	const isAlone = kinds.every((one) => one === kind || one.kind.toLowerCase() !== kind.kind.toLowerCase());
	return isAlone ? hookFileName(kind) : longName(kind);
}

function atStart(source: SpecSource, message: string): Diagnostic {
	const file = specFile(source);
	const [line = ''] = source.text.split('\n', 1);
	return diagnosticAt({ kind: 'scalar', value: null, file, start: 0, end: Math.max(1, line.length) }, message);
}

function baseName({ path }: HookFile): string {
	return path.slice(hooksFolder.length + 1).replace(/\.ts$/, '');
}

/**
 * Reports whether a file name is that of the kind. `backuppolicy`, `backup-policy` and `BackupPolicy` name BackupPolicy. Ambiguous names
 * start with the package: `backup.policy`.
 */
function isNamed(kind: KindDescriptor, name: string): boolean {
	const word = name.replaceAll('-', '').toLowerCase();
	return word === kind.kind.toLowerCase() || word === `${packageOf(kind).replaceAll('-', '')}.${kind.kind.toLowerCase()}`;
}

function longName(kind: KindDescriptor): string {
	return `${packageOf(kind)}.${hookFileName(kind)}`;
}

function packageOf(kind: KindDescriptor): string {
	return hookKey(kind).split('/', 1)[0] ?? '';
}

function isPackage(folder: string, name: string): boolean {
	return folder.replaceAll('-', '').toLowerCase() === name.replaceAll('-', '').toLowerCase();
}

function unknownName(name: string, { catalog }: Model, own: Pick<Model['catalog'], 'kinds' | 'groups'>): string {
	const builtIn = catalog.kinds.find((kind) => isNamed(kind, name));
	if (builtIn !== undefined)
		return `${builtIn.kind} is a built-in kind, whose behaviour is part of the server: a hook file must be for a kind of this spec root`;
	const group = catalog.groups.find((one) => isPackage(one.package, name));
	if (group?.proxied) return `the group of ${group.package}/ is built in, and the server itself forwards its requests`;
	if (group !== undefined)
		return `the group of ${group.package}/ is served by this server: a hook file must have the name of a kind, or of a group with proxied: true in group.yaml`;
	const known = [...own.kinds.map((kind) => kind.kind.toLowerCase()), ...own.groups.map((one) => one.package)];
	return `no kind is called ${JSON.stringify(name)}${suggestion(name, known)} (a hook file has the name of its kind; shared modules are in a folder below ${hooksFolder}/)`;
}

export function groupPosition(group: GroupDescriptor, model: Model): Position {
	const info = model.packages[group.package];
	if (info === undefined) throw new Error(`the group of ${group.package} has no position`);
	return info.position;
}

export function positionOf(kind: KindDescriptor, model: Model): Position {
	const docs = model.kindDocs[kind.storageName];
	if (docs === undefined) throw new Error(`the kind ${kind.kind} has no position`);
	return docs.position;
}
