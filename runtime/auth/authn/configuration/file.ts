/** File of `--authentication-config`: read at the start, and followed by the authenticator of its issuers. */
import type { Flag, FlagValues } from '../../../api/flag.ts';
import { text } from '../../../api/flag-value.ts';
import type { Release } from '../../../model/catalog.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import { readUserFile } from '../../../storage/read-user-file.ts';
import { parseConfig } from '../../../wire/config-file.ts';
import { checkFileExists, type FileKind } from '../../configuration/release.ts';
import type { AuthenticationConfiguration } from './read.ts';

export const authenticationConfig: Flag<string | undefined> = {
	name: 'authentication-config',
	value: 'FILE',
	help: 'File with an AuthenticationConfiguration: issuers of identity tokens, and anonymous access. It replaces the --oidc flags. Read again when it changes. From release 1.29 on.',
	default: undefined,
	parse: text,
};

export const authenticationFile: FileKind = {
	kind: 'AuthenticationConfiguration',
	flag: authenticationConfig,
	gate: 'StructuredAuthenticationConfiguration',
	versions: [
		{ version: 'v1', since: '1.34' },
		{ version: 'v1beta1', since: '1.30' },
		{ version: 'v1alpha1', since: '1.29' },
	],
};

/** Configuration in force at the start. */
export interface AuthenticationFile {
	readonly file: string;
	readonly text: string;
	readonly configuration: AuthenticationConfiguration;
	/** Reads another text of the file. Rejects with an Error of one sentence. */
	parse(text: string): Promise<AuthenticationConfiguration>;
}

export interface AuthenticationFileContext {
	readonly flags: FlagValues;
	readonly vocabulary: Vocabulary;
	readonly release: Release;
	readonly gates: ReadonlyMap<string, boolean>;
	readonly accounts: { readonly issuers: readonly string[] };
}

/** Opens the file; undefined without the flag. Rejects with an Error of one sentence that names the flag, the file and the line. */
export async function openAuthenticationFile(context: AuthenticationFileContext): Promise<AuthenticationFile | undefined> {
	const { flags, vocabulary, release, gates, accounts } = context;
	const file = flags.of(authenticationConfig);
	if (file === undefined) return undefined;
	checkFileExists(authenticationFile, context);
	const { readAuthenticationConfig } = await import('./read.ts');
	const parts = { file: authenticationFile, vocabulary, release, gates, ownIssuers: accounts.issuers };
	const parse = (content: string) =>
		parseConfig(file, content, (root) => readAuthenticationConfig(root, parts)).catch((error: Error) => {
			throw new Error(`--${authenticationConfig.name} ${error.message}`, { cause: error });
		});
	const content = await readUserFile(file).catch((error: Error) => {
		throw new Error(`--${authenticationConfig.name} ${file}: ${error.message}`, { cause: error });
	});
	return { file, text: content, configuration: await parse(content), parse };
}
