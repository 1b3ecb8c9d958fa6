/**
 * Authorizer of `--authorization-config`: the union of the file's authorizers, in file order. The file is read again when it changes
 * (KEP-3221).
 */
import type { Flag } from '../../../api/flag.ts';
import { text } from '../../../api/flag-value.ts';
import type { Json } from '../../../model/catalog.ts';
import { compareReleases } from '../../../model/release.ts';
import { readUserFile } from '../../../storage/read-user-file.ts';
import { parseConfig } from '../../../wire/config-file.ts';
import { checkFileExists, type FileKind } from '../../configuration/release.ts';
import type { AuthorizerRow, ModesContext } from '../contract.ts';
import type { ConfiguredAuthorizer } from './read.ts';

export const authorizationConfig: Flag<string | undefined> = {
	name: 'authorization-config',
	value: 'FILE',
	help: 'File with an AuthorizationConfiguration. It replaces --authorization-mode and the --authorization-webhook flags. Read again when it changes. From release 1.29 on.',
	default: undefined,
	parse: text,
};

export const authorizationFile: FileKind = {
	kind: 'AuthorizationConfiguration',
	flag: authorizationConfig,
	gate: 'StructuredAuthorizationConfiguration',
	versions: [
		{ version: 'v1', since: '1.32' },
		{ version: 'v1beta1', since: '1.30' },
		{ version: 'v1alpha1', since: '1.29' },
	],
};

/** Creates the row. `modes` returns the rows that a file may name. */
export function configured(modes: () => readonly AuthorizerRow[]): AuthorizerRow {
	return {
		name: 'AuthorizationConfiguration',
		used: 'file',
		flags: [authorizationConfig],
		async modes(context) {
			const wanted = await read(context, await textOf(context), modes(), async (authorizers) => authorizers);
			return wanted.map(({ type }) => type);
		},
		async start(context) {
			const { ReloadableAuthorizer } = await import('./reloadable.ts');
			const authorizer = new ReloadableAuthorizer(context, modes());
			const apply = (content: string): Promise<void> => read(context, content, modes(), (wanted) => authorizer.replace(wanted));
			const content = await textOf(context);
			await apply(content);
			// Release 1.29 reads the file at the start alone.
			if (compareReleases(context.release, '1.30') >= 0) {
				const { followFile } = await import('../../configuration/follow.ts');
				followFile({ file: context.flags.of(authorizationConfig) ?? '', text: content, what: 'authorization', apply }, context);
			}
			return authorizer;
		},
	};
}

async function textOf({ flags }: ModesContext): Promise<string> {
	const file = flags.of(authorizationConfig) ?? '';
	return readUserFile(file).catch((error: Error) => {
		throw new Error(`--${authorizationConfig.name} ${file}: ${error.message}`, { cause: error });
	});
}

/** Reads a text of the file, and uses what it says. Rejects with an Error of one sentence that names the flag, the file and the line. */
async function read<T>(
	context: ModesContext,
	content: string,
	rows: readonly AuthorizerRow[],
	use: (wanted: readonly ConfiguredAuthorizer[]) => Promise<T>,
): Promise<T> {
	const { flags, vocabulary, release } = context;
	checkFileExists(authorizationFile, context);
	const { readAuthorizationConfig } = await import('./read.ts');
	const parts = { file: authorizationFile, vocabulary, release, modes: rows.map(({ name }) => name) };
	try {
		return await parseConfig(flags.of(authorizationConfig) ?? '', content, (root: Json) => use(readAuthorizationConfig(root, parts)));
	} catch (error) {
		throw new Error(`--${authorizationConfig.name} ${(error as Error).message}`, { cause: error });
	}
}
