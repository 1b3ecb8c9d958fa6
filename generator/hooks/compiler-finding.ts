/** What the compiler finds, in the words of the other diagnostics where it is about names of fields, types and modules. */
import { Node, type SourceFile, type Type, ts } from 'ts-morph';
import { suggestion } from '../read/diagnostics/suggestion.ts';

/** TypeScript's numbers of what is said differently here. */
const noProperty: ReadonlySet<number> = new Set([2339, 2551]);
const noExport: ReadonlySet<number> = new Set([2305, 2724]);

export function compilerFinding(source: SourceFile, start: number, code: number, text: string | ts.DiagnosticMessageChain): string {
	const node = source.getDescendantAtPos(start);
	const said = (noProperty.has(code) && propertyFinding(node)) || (noExport.has(code) && exportFinding(node));
	// A message and what it follows from stand on lines of their own, and often say the same.
	const sentences = ts.flattenDiagnosticMessageText(text, '\n').split('\n');
	return said || [...new Set(sentences.map((sentence) => sentence.trim()))].join(' ').replace(/\.$/, '');
}

function propertyFinding(node: Node | undefined): string | undefined {
	const name = node?.getText() ?? '';
	const owner = node && ownerOf(node);
	if (owner === undefined) return undefined;
	const known = owner.getProperties().map((property) => property.getName());
	return `${owner.getAliasSymbol()?.getName() ?? owner.getSymbol()?.getName() ?? 'the value'} has no field ${JSON.stringify(name)}${suggestion(name, known)}`;
}

/** The type of what a name is selected from: in `a.b`, `{ b } = a` and `A['b']`. */
function ownerOf(node: Node): Type | undefined {
	const parent = node.getParent();
	if (Node.isPropertyAccessExpression(parent)) return parent.getExpression().getType().getNonNullableType();
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
