/** Authorizer of `--authorization-config`: the union of the file's authorizers, in file order. */
import type { Authorizer } from '../../../api/authorization.ts';
import type { Flag } from '../../../api/flag.ts';
import { text } from '../../../api/flag-value.ts';
import { readUserFile } from '../../../storage/read-user-file.ts';
import type { AuthorizerContext, AuthorizerRow } from '../contract.ts';
import { union } from '../union.ts';
import type { ConfiguredAuthorizer } from './read.ts';

export const authorizationConfig: Flag<string | undefined> = {
	name: 'authorization-config',
	value: 'FILE',
	help: 'File with an AuthorizationConfiguration. It replaces --authorization-mode and the --authorization-webhook flags.',
	default: undefined,
	parse: text,
};

/** Creates the row. `modes` returns the rows that a file may name. */
export function configured(modes: () => readonly AuthorizerRow[]): AuthorizerRow {
	return {
		name: 'AuthorizationConfiguration',
		used: 'file',
		flags: [authorizationConfig],
		modes: (context) =>
			naming(context, async () => {
				const wanted = await readFile(context, modes());
				return wanted.map(({ type }) => type);
			}),
		start: (context) =>
			naming(context, async () => {
				const rows = modes();
				const wanted = await readFile(context, rows);
				return union(await Promise.all(wanted.map((each, i) => startOne(each, `authorizers[${i}]`, rows, context))));
			}),
	};
}

type FileContext = Pick<AuthorizerContext, 'flags' | 'vocabulary'>;

async function readFile({ flags, vocabulary }: FileContext, rows: readonly AuthorizerRow[]): Promise<readonly ConfiguredAuthorizer[]> {
	const { readAuthorizationConfig } = await import('./read.ts');
	const names = rows.map(({ name }) => name);
	return readAuthorizationConfig(await readUserFile(flags.of(authorizationConfig) ?? ''), vocabulary, names);
}

/** Runs `read`; its errors name the flag and the file. */
async function naming<T>({ flags }: FileContext, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		throw new Error(`--${authorizationConfig.name} ${flags.of(authorizationConfig) ?? ''}: ${(error as Error).message}`, { cause: error });
	}
}

async function startOne(wanted: ConfiguredAuthorizer, where: string, modes: readonly AuthorizerRow[], context: AuthorizerContext): Promise<Authorizer> {
	if (wanted.webhook !== undefined) {
		const { startWebhook } = await import('../webhook/start.ts');
		return startWebhook({ ...wanted.webhook, what: `${where}.webhook` }, context);
	}
	const row = modes.find(({ name }) => name === wanted.type);
	if (row === undefined) throw new Error(`${where}.type: unknown mode ${wanted.type}`);
	const { flags } = context;
	if (row.needs !== undefined && !flags.isGiven(row.needs)) throw new Error(`${where}: ${row.name} needs --${row.needs.name}`);
	try {
		return await row.start(context);
	} catch (error) {
		throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
	}
}
