/** A first hook file of a kind: it has the types of the kind, refuses nothing, and is a place to go on from. */
import { IndentationText, Project, QuoteKind, StructureKind, VariableDeclarationKind } from 'ts-morph';
import { hookFileName, hooksFolder, supportFolder } from '../hooks/hook-file.ts';
import { hookModule } from '../hooks/support.ts';
import type { EmittedFile } from '../model.ts';

export interface NewHook {
	readonly kind: string;
	/** Under which the generated interface `Hooks` has the kind: `backup/backups`. */
	readonly key: string;
}

/** The file, relative to the spec root. */
export function newHook({ kind, key }: NewHook): EmittedFile {
	const path = `${hooksFolder}/${hookFileName({ kind })}`;
	const project = new Project({
		useInMemoryFileSystem: true,
		skipLoadingLibFiles: true,
		manipulationSettings: { indentationText: IndentationText.Tab, quoteKind: QuoteKind.Single },
	});
	const source = project.createSourceFile(path, {
		statements: [
			`/** ${kind}: what its spec cannot say. */`,
			{ kind: StructureKind.ImportDeclaration, moduleSpecifier: `./${supportFolder}/${hookModule}`, isTypeOnly: true, namedImports: ['Hooks'] },
			{
				kind: StructureKind.VariableStatement,
				isExported: true,
				leadingTrivia: '\n',
				declarationKind: VariableDeclarationKind.Const,
				declarations: [
					{
						name: 'hooks',
						type: `Hooks['${key}']`,
						initializer: (writer) =>
							writer.inlineBlock(() => {
								writer.writeLine('/** What is wrong with an object beyond the rules of its spec; runs after them, on create and update. */');
								writer.write('validate: () => [],');
							}),
					},
				],
			},
		],
	});
	source.formatText({ convertTabsToSpaces: false });
	return { path, content: source.getFullText() };
}
