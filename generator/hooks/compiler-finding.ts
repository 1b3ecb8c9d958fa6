/** Compiler errors, reworded when they are about names of fields, types or modules. */
import { posix } from 'node:path';
import { Node, type SourceFile, type Type, ts } from 'ts-morph';
import { nearest, suggestion } from '../read/diagnostics/suggestion.ts';

/** TypeScript error codes that are reworded. */
const noProperty: ReadonlySet<number> = new Set([2339, 2551]);
const noExport: ReadonlySet<number> = new Set([2305, 2724]);
const noModule: ReadonlySet<number> = new Set([2307]);
const noName: ReadonlySet<number> = new Set([2304, 2552]);

export function compilerFinding(source: SourceFile, start: number, code: number, text: string | ts.DiagnosticMessageChain): string {
	const node = source.getDescendantAtPos(start);
	const said =
		(noProperty.has(code) && propertyFinding(node)) ||
		(noExport.has(code) && exportFinding(node)) ||
		(noModule.has(code) && moduleFinding(source, node)) ||
		(noName.has(code) && nameFinding(source, node));
	// A message and its causes are on separate lines and often repeat each other.
	const sentences = ts.flattenDiagnosticMessageText(text, '\n').split('\n');
	return said || [...new Set(sentences.map((sentence) => sentence.trim()))].join(' ').replace(/\.$/, '');
}

function propertyFinding(node: Node | undefined): string | undefined {
	const name = Node.isStringLiteral(node) ? node.getLiteralText() : (node?.getText() ?? '');
	const owner = node && ownerOf(node);
	if (owner === undefined) return undefined;
	const known = owner.getProperties().map((property) => property.getName());
	const what = Node.isStringLiteral(node) ? 'member' : 'field';
	return `${nameOf(owner) ?? 'the value'} has no ${what} ${JSON.stringify(name)}${suggestion(name, known)}`;
}

/** Returns the name of the type; for an intersection that of its first part. */
function nameOf(owner: Type): string | undefined {
	const [named = owner] = owner.isIntersection() ? owner.getIntersectionTypes() : [];
	return named.getAliasSymbol()?.getName() ?? named.getSymbol()?.getName();
}

/** Returns the type from which a name is selected: in `a.b`, `{ b } = a` and `A['b']`. */
function ownerOf(node: Node): Type | undefined {
	const parent = node.getParent();
	if (Node.isPropertyAccessExpression(parent)) return parent.getExpression().getType().getNonNullableType();
	const index = Node.isLiteralTypeNode(parent) ? parent.getParent() : undefined;
	if (Node.isIndexedAccessTypeNode(index)) return index.getObjectTypeNode().getType();
	if (Node.isBindingElement(parent)) return parent.getParent().getType().getNonNullableType();
	return undefined;
}

function exportFinding(node: Node | undefined): string | undefined {
	const declaration = node?.getFirstAncestor(Node.isImportDeclaration);
	const module = declaration?.getModuleSpecifierSourceFile();
	if (node === undefined || module === undefined) return undefined;
	const name = node.getText();
	return `${declaration?.getModuleSpecifierValue()} has no ${JSON.stringify(name)}${suggestion(name, module.getExportedDeclarations().keys())}`;
}

/** Reports a missing file, among those that hook files can import. Packages are found where they are installed. */
function moduleFinding(source: SourceFile, node: Node | undefined): string | undefined {
	if (!Node.isStringLiteral(node) || !node.getLiteralText().startsWith('.')) return undefined;
	const wanted = node.getLiteralText();
	const folder = source.getDirectoryPath();
	const files = source.getProject().getSourceFiles();
	const known = files
		.filter((file) => file !== source && file.getFilePath().startsWith(`${folder}/`))
		.map((file) => `./${posix.relative(folder, file.getFilePath())}`);
	return `there is no file ${wanted}${suggestion(wanted, known)}`;
}

/** Reports an undeclared name that an imported module exports. */
function nameFinding(source: SourceFile, node: Node | undefined): string | undefined {
	const name = node?.getText() ?? '';
	for (const declaration of source.getImportDeclarations()) {
		const exported = [...(declaration.getModuleSpecifierSourceFile()?.getExportedDeclarations().keys() ?? [])];
		const near = nearest(name, exported);
		const from = declaration.getModuleSpecifierValue();
		if (near === name) return `${JSON.stringify(name)} is not imported: it is in ${from}`;
		if (near !== undefined) return `unknown name ${JSON.stringify(name)}: did you mean ${JSON.stringify(near)} of ${from}?`;
	}
	return undefined;
}
