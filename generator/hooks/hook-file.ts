/**
 * Hook files: behaviour in TypeScript of the kinds of a spec root, in its folder `hooks/`, one file a kind. Which kind a file
 * belongs to is said by its name alone; what is in it is looked at by `check.ts`. Behaviour of built-in kinds is part of the server.
 */
import type { KindDescriptor } from '../../runtime/model/catalog.ts';
import { hookKey } from '../emit/typescript/hooks.ts';
import type { Model, Position } from '../model.ts';
import { type Diagnostic, diagnosticAt } from '../read/diagnostics/diagnostic.ts';
import { alternatives, suggestion } from '../read/diagnostics/suggestion.ts';
import { type SpecSource, specFile } from '../read/source/spec-file.ts';

/** The folder of a spec root that holds hook files. */
export const hooksFolder = 'hooks';
/** The folder below it for what hook files import of the server and of the generated types; written by the generator. */
export const supportFolder = 'orch';

/** One file as read. `path` is relative to the spec root: `hooks/backup.ts`. */
export interface HookFile extends SpecSource {
	/** The spec root, as an absolute path. */
	readonly root: string;
}

/** A kind with the file of its hooks. */
export interface HookedKind {
	readonly file: HookFile;
	readonly kind: KindDescriptor;
}

export interface Assignment {
	readonly hooked: readonly HookedKind[];
	readonly diagnostics: readonly Diagnostic[];
}

/** Whether a spec file (as positions name it) lies in the built-in root. */
export type IsBuiltIn = (file: string) => boolean;

/** The kinds that may have hook files: those of other roots than the built-in one. */
export function ownKinds(model: Model, isBuiltIn: IsBuiltIn): KindDescriptor[] {
	return model.catalog.kinds.filter((kind) => !isBuiltIn(positionOf(kind, model).file));
}

/** Each file to its kind. A file of no kind, of a built-in kind or of several kinds is a finding, and so is a second file of a kind. */
export function assignHooks(files: readonly HookFile[], model: Model, isBuiltIn: IsBuiltIn): Assignment {
	const own = ownKinds(model, isBuiltIn);
	const hooked: HookedKind[] = [];
	const diagnostics: Diagnostic[] = [];
	for (const file of files) {
		const name = baseName(file);
		const named = own.filter((kind) => isNamed(kind, name));
		const [kind] = named;
		const first = hooked.find((one) => one.kind === kind);
		if (kind === undefined) diagnostics.push(atStart(file, unknownKind(name, model, own)));
		else if (named.length > 1) diagnostics.push(atStart(file, `several kinds are called ${kind.kind}: name the file ${alternatives(named.map(longName))}`));
		else if (first !== undefined) diagnostics.push(atStart(file, `${kind.kind} has a hook file already: ${first.file.file}`));
		else hooked.push({ file, kind });
	}
	return { hooked, diagnostics };
}

/** Columns that nobody computes. Those of built-in kinds are the server's own affair. */
export function uncomputedColumns(model: Model, hooked: readonly HookedKind[], isBuiltIn: IsBuiltIn, sources: readonly SpecSource[]): Diagnostic[] {
	return ownKinds(model, isBuiltIn)
		.filter((kind) => !hooked.some((one) => one.kind === kind))
		.flatMap((kind) => {
			const [name] = computedColumns(kind);
			const position = positionOf(kind, model);
			const source = sources.find(({ file }) => file === position.file);
			if (name === undefined || source === undefined) return [];
			return [atStart(source, `the column ${JSON.stringify(name)} is computed by a hook, and there is no ${hooksFolder}/${hookFileName(kind)} with "cells"`)];
		});
}

/** Names of the columns whose cells a kind's hooks make. */
export function computedColumns({ columns }: KindDescriptor): string[] {
	return columns.flatMap((column) => ('computed' in column ? [column.name] : []));
}

/** The file of a kind's hooks, as it is called when no other kind has the name. */
export function hookFileName({ kind }: Pick<KindDescriptor, 'kind'>): string {
	return `${kind.toLowerCase()}.ts`;
}

export function atStart(source: SpecSource, message: string): Diagnostic {
	const file = specFile(source);
	const [line = ''] = source.text.split('\n', 1);
	return diagnosticAt({ kind: 'scalar', value: null, file, start: 0, end: Math.max(1, line.length) }, message);
}

function baseName({ path }: HookFile): string {
	return path.slice(hooksFolder.length + 1).replace(/\.ts$/, '');
}

/** `backuppolicy`, `backup-policy` and `BackupPolicy` name BackupPolicy; where there are several, the package is put in front: `backup.policy`. */
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

function unknownKind(name: string, model: Model, own: readonly KindDescriptor[]): string {
	const builtIn = model.catalog.kinds.find((kind) => isNamed(kind, name));
	if (builtIn !== undefined)
		return `${builtIn.kind} is a built-in kind, whose behaviour is part of the server: a hook file is for a kind that this spec root declares`;
	const known = own.map((kind) => kind.kind.toLowerCase());
	return `no kind is called ${JSON.stringify(name)}${suggestion(name, known)} (a hook file has the name of its kind; what several share lies in a folder below ${hooksFolder}/)`;
}

function positionOf(kind: KindDescriptor, model: Model): Position {
	const docs = model.kindDocs[kind.storageName];
	if (docs === undefined) throw new Error(`nothing says where ${kind.kind} stands`);
	return docs.position;
}
