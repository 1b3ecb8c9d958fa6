/**
 * Public surface of a client package: exports and their members, from the declarations without comments. Its changes decide the version of
 * the package (`version.ts`).
 */
import { posix } from 'node:path';
import { type InterfaceDeclaration, Node, Project, type SourceFile, ts } from 'ts-morph';
import type { EmittedFile } from '../../model.ts';

/** An export and its members. The text of an optional member starts with `?`. */
export interface SurfaceExport {
	readonly is: string;
	readonly members?: Readonly<Record<string, string>>;
}

/** Exports by subpath of the package, then by name. */
export type PublicSurface = Readonly<Record<string, Readonly<Record<string, SurfaceExport>>>>;

/** Reads the surface. `entries`: declaration file of each subpath, among the files. */
export function publicSurface(entries: Readonly<Record<string, string>>, files: readonly EmittedFile[]): PublicSurface {
	const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, compilerOptions: { module: ts.ModuleKind.NodeNext } });
	const declarations = new Map(files.filter(({ path }) => path.endsWith('.d.ts')).map(({ path, content }) => [path, content]));
	const sourceOf = (path: string): SourceFile => {
		const content = declarations.get(path);
		if (content === undefined) throw new Error(`the package has no ${path}`);
		return project.getSourceFile(`/${path}`) ?? project.createSourceFile(`/${path}`, content);
	};
	return Object.fromEntries(
		Object.entries(entries)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([subpath, path]) => [subpath, Object.fromEntries([...exportsOf(path, sourceOf)].sort(([a], [b]) => (a < b ? -1 : 1)))]),
	);
}

/** Returns a module's own exports and its re-exports, under their exported names. */
function exportsOf(path: string, sourceOf: (path: string) => SourceFile): Map<string, SurfaceExport> {
	const found = new Map<string, SurfaceExport>();
	for (const statement of sourceOf(path).getStatements()) {
		if (Node.isExportDeclaration(statement)) {
			const from = statement.getModuleSpecifierValue();
			const there =
				from === undefined ? new Map<string, SurfaceExport>() : exportsOf(posix.join(posix.dirname(path), from.replace(/\.js$/, '.d.ts')), sourceOf);
			for (const named of statement.getNamedExports()) {
				const one = there.get(named.getName());
				if (one !== undefined) found.set(named.getAliasNode()?.getText() ?? named.getName(), one);
			}
			continue;
		}
		if (Node.isVariableStatement(statement)) {
			if (!statement.hasExportKeyword()) continue;
			for (const declared of statement.getDeclarations()) add(found, declared.getName(), { is: `const ${textOf(declared.getTypeNode())}` });
			continue;
		}
		if (!Node.isExportable(statement) || !statement.hasExportKeyword() || !Node.hasName(statement)) continue;
		add(found, statement.getName(), declared(statement));
	}
	return found;
}

/** Adds an export. A kind is a type and a value of the same name. */
function add(found: Map<string, SurfaceExport>, name: string, one: SurfaceExport): void {
	const before = found.get(name);
	found.set(name, before === undefined ? one : { is: [before.is, one.is].sort().join('; '), members: { ...before.members, ...one.members } });
}

function declared(statement: Node): SurfaceExport {
	if (Node.isInterfaceDeclaration(statement)) {
		const bases = basesOf(statement);
		return {
			is: `interface${parametersOf(statement)}`,
			members: { ...Object.fromEntries(bases.map((base) => [`extends ${base}`, base])), ...membersOf(statement.getMembers()) },
		};
	}
	if (Node.isClassDeclaration(statement))
		return { is: `class${parametersOf(statement)}`, members: membersOf(statement.getMembers().filter((member) => !isPrivate(member))) };
	if (Node.isTypeAliasDeclaration(statement)) return { is: `type${parametersOf(statement)} = ${textOf(statement.getTypeNode())}` };
	return { is: textOf(statement).replace(/^export (declare )?/, '') };
}

function basesOf(statement: InterfaceDeclaration): readonly string[] {
	return statement.getExtends().map(textOf);
}

function parametersOf(statement: { getTypeParameters(): Node[] }): string {
	const parameters = statement.getTypeParameters().map(textOf);
	return parameters.length === 0 ? '' : `<${parameters.join(', ')}>`;
}

function isPrivate(member: Node): boolean {
	return Node.isModifierable(member) && (member.hasModifier('private') || member.hasModifier('protected'));
}

function membersOf(members: readonly Node[]): Record<string, string> {
	const found = new Map<string, string>();
	for (const member of members) {
		const name = Node.hasName(member) ? member.getName() : Node.isConstructorDeclaration(member) ? 'constructor' : textOf(member);
		const isOptional = (Node.isPropertySignature(member) || Node.isMethodSignature(member) || Node.isPropertyDeclaration(member)) && member.hasQuestionToken();
		const type = Node.isPropertySignature(member) || Node.isPropertyDeclaration(member) ? textOf(member.getTypeNode()) : textOf(member).replace(/;$/, '');
		const text = `${isOptional ? '?' : ''}${type}`;
		// Overloads share a name.
		const before = found.get(name);
		found.set(name, before === undefined ? text : `${before}; ${text}`);
	}
	return Object.fromEntries(found);
}

/** Returns the text without comments, on one line. */
function textOf(node: Node | undefined): string {
	return node === undefined
		? 'unknown'
		: node
				.getText(false)
				.replace(/\/\*[\s\S]*?\*\//g, ' ')
				.replace(/\s+/g, ' ')
				.trim();
}
