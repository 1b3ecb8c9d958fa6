/** A first hook file of a kind: it has the types of the kind, refuses nothing, and is a place to go on from. */
import { type CodeBlockWriter, IndentationText, Project, QuoteKind, StructureKind, VariableDeclarationKind } from 'ts-morph';
import { answerKey, hookFileName, hooksFolder, type RequiredAnswer, supportFolder } from '../hooks/hook-file.ts';
import { hookModule } from '../hooks/support.ts';
import type { EmittedFile } from '../model.ts';

export interface NewHook {
	readonly kind: string;
	/** Under which the generated interface `Hooks` has the kind: `backup/backups`. */
	readonly key: string;
	/** What only its hooks can answer. */
	readonly answers?: readonly RequiredAnswer[];
}

/** The file, relative to the spec root. */
export function newHook({ kind, key, answers = [] }: NewHook): EmittedFile {
	const path = `${hooksFolder}/${hookFileName({ kind })}`;
	const project = new Project({
		useInMemoryFileSystem: true,
		skipLoadingLibFiles: true,
		manipulationSettings: { indentationText: IndentationText.Tab, quoteKind: QuoteKind.Single },
	});
	const source = project.createSourceFile(path, {
		statements: [
			`/** ${kind}: what its spec cannot say. */`,
			{
				kind: StructureKind.ImportDeclaration,
				moduleSpecifier: `./${supportFolder}/${hookModule}`,
				isTypeOnly: answers.length === 0,
				namedImports: answers.length === 0 ? ['Hooks'] : ['ApiError', { name: 'Hooks', isTypeOnly: true }],
			},
			{
				kind: StructureKind.VariableStatement,
				isExported: true,
				leadingTrivia: '\n',
				declarationKind: VariableDeclarationKind.Const,
				declarations: [
					{
						name: 'hooks',
						type: `Hooks['${key}']`,
						initializer: (writer) => writer.inlineBlock(() => (answers.length === 0 ? writeValidate(writer) : writeAnswers(writer, answers))),
					},
				],
			},
		],
	});
	source.formatText({ convertTabsToSpaces: false });
	return { path, content: source.getFullText() };
}

function writeValidate(writer: CodeBlockWriter): void {
	writer.writeLine('/** What is wrong with an object beyond the rules of its spec; runs after them, on create and update. */');
	writer.write('validate: () => [],');
}

/** Each refuses what it is asked until somebody writes the answer. */
function writeAnswers(writer: CodeBlockWriter, answers: readonly RequiredAnswer[]): void {
	for (const [member, ofMember] of Map.groupBy(answers, (answer) => answer.member)) {
		writer.write(`${member}: `).inlineBlock(() => {
			for (const { subresource } of ofMember) {
				writer.write(`${answerKey(subresource)}: () => `).inlineBlock(() => {
					writer.writeLine(`throw new ApiError('ServiceUnavailable', 'nothing answers ${subresource === '' ? 'this kind' : subresource} yet');`);
				});
				writer.write(',').newLine();
			}
		});
		writer.write(',').newLine();
	}
}
