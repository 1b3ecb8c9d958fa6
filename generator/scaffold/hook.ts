/** First hook file of a kind: it has the kind's types and refuses nothing. */
import { type CodeBlockWriter, IndentationText, Project, QuoteKind, StructureKind, VariableDeclarationKind } from 'ts-morph';
import { answerKey, hookFileName, hooksFolder, type RequiredAnswer, supportFolder } from '../hooks/hook-file.ts';
import { hookModule, projectFile } from '../hooks/support-modules.ts';
import type { EmittedFile } from '../model.ts';

export interface NewHook {
	readonly kind: string;
	/** Key of the kind in the generated interface `Hooks`: `backup/backups`. */
	readonly key: string;
	/** Name of the file, when it is not that of the kind. */
	readonly file?: string;
	/** Endpoints that the kind's hooks must answer. */
	readonly answers?: readonly RequiredAnswer[];
	/** Columns that the kind's hooks must compute. */
	readonly columns?: readonly string[];
	/** Versions that the kind's hooks must convert. */
	readonly converted?: readonly string[];
}

/** Returns the file; its path is relative to the spec root. */
export function newHook({ kind, key, file = hookFileName({ kind }), answers = [], columns = [], converted = [] }: NewHook): EmittedFile {
	const path = `${hooksFolder}/${file}`;
	const project = new Project({
		useInMemoryFileSystem: true,
		skipLoadingLibFiles: true,
		manipulationSettings: { indentationText: IndentationText.Tab, quoteKind: QuoteKind.Single },
	});
	const refuses = answers.length + converted.length > 0;
	const isAnswered = refuses || columns.length > 0;
	const source = project.createSourceFile(path, {
		statements: [
			{
				kind: StructureKind.ImportDeclaration,
				moduleSpecifier: `./${supportFolder}/${hookModule}`,
				isTypeOnly: !refuses,
				namedImports: refuses ? ['ApiError', { name: 'Hooks', isTypeOnly: true }] : ['Hooks'],
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
						initializer: (writer) =>
							writer.inlineBlock(() => {
								if (!isAnswered) writeValidate(writer);
								if (columns.length > 0) writeCells(writer, columns);
								writeConversions(writer, converted);
								writeAnswers(writer, answers);
							}),
					},
				],
			},
		],
	});
	source.formatText({ convertTabsToSpaces: false });
	// Kinds that are not stored have only answers.
	const offered = answers.some(({ subresource }) => subresource === '')
		? []
		: offeredHooks(project).filter((hook) => hook.name !== 'cells' || columns.length > 0);
	return { path, content: heading(kind, offered) + source.getFullText() };
}

/** File of the server with the declarations of all hooks. */
const declared = 'runtime/api/hooks.ts';

interface OfferedHook {
	readonly name: string;
	readonly parameters: readonly string[];
	readonly purpose: string;
}

function offeredHooks(project: Project): OfferedHook[] {
	const declarations = project.createSourceFile(declared, projectFile(declared)).getInterfaceOrThrow('KindHooks').getMethods();
	return declarations.map((hook) => ({
		name: hook.getName(),
		parameters: hook.getParameters().map((parameter) => parameter.getName()),
		purpose: hook.getJsDocs().map((doc) => doc.getDescription().trim().replace(/\s+/g, ' '))[0] ?? '',
	}));
}

/** Returns the file comment with the hooks that the file may contain. */
function heading(kind: string, hooks: readonly OfferedHook[]): string {
	if (hooks.length === 0) return `/** Hooks of ${kind}. */\n`;
	const lines = hooks.map(({ name, parameters, purpose }) => ` * - ${name}(${parameters.join(', ')}): ${purpose}\n`);
	return `/**\n * Hooks of ${kind}. They get objects in the storage version. Available hooks:\n *\n${lines.join('')} */\n`;
}

function writeValidate(writer: CodeBlockWriter): void {
	writer.writeLine('/** Returns violations that the spec cannot express. Runs on create and update, after the rules of the spec. */');
	writer.write('validate: () => [],');
}

/** Writes cells, which are empty until the author fills them in. */
function writeCells(writer: CodeBlockWriter, columns: readonly string[]): void {
	writer.writeLine('/** Returns the cells of the columns with `computed: true`. */');
	writer.write('cells: () => (').inlineBlock(() => {
		for (const column of columns) writer.writeLine(`${answerKey(column)}: null,`);
	});
	writer.write('),').newLine();
}

/** Writes conversions, which refuse every request until the author implements them. */
function writeConversions(writer: CodeBlockWriter, versions: readonly string[]): void {
	if (versions.length === 0) return;
	writer.write('convert: ').inlineBlock(() => {
		for (const version of versions) {
			writer.write(`${answerKey(version)}: `).inlineBlock(() => {
				for (const way of ['toStorage', 'fromStorage'])
					writer
						.write(`${way}: () => `)
						.inlineBlock(() => writer.writeLine(`throw new ApiError('ServiceUnavailable', 'the conversion of ${version} is not implemented yet');`))
						.write(',')
						.newLine();
			});
			writer.write(',').newLine();
		}
	});
	writer.write(',').newLine();
}

/** Writes answers, which refuse every request until the author implements them. */
function writeAnswers(writer: CodeBlockWriter, answers: readonly RequiredAnswer[]): void {
	for (const [member, ofMember] of Map.groupBy(answers, (answer) => answer.member)) {
		writer.write(`${member}: `).inlineBlock(() => {
			for (const { subresource } of ofMember) {
				writer.write(`${answerKey(subresource)}: () => `).inlineBlock(() => {
					writer.writeLine(`throw new ApiError('ServiceUnavailable', '${subresource === '' ? 'the kind' : subresource} is not implemented yet');`);
				});
				writer.write(',').newLine();
			}
		});
		writer.write(',').newLine();
	}
}
