/** Static tokens from a file (seed 3, `--token-auth-file`): token, user name, user ID, and optional groups in one field. */
import { hash, randomBytes } from 'node:crypto';
import type { Flag } from '../../api/flag.ts';
import { text } from '../../api/flag-value.ts';
import { authenticated } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import { restrictToOwner } from '../../storage/file-permissions.ts';
import { readUserFile } from '../../storage/read-user-file.ts';
import { bearerTokens } from './bearer.ts';
import type { Authenticator } from './contract.ts';
import { CsvError, parseCsv } from './csv.ts';

const tokenAuthFile: Flag<string | undefined> = {
	name: 'token-auth-file',
	value: 'FILE',
	help: 'File with static bearer tokens, one CSV record per line: token,user,uid,"group1,group2".',
	default: undefined,
	parse: text,
};

const name = 'StaticTokens';

/** Active without a file as well, so that an unknown token is refused instead of counting as no credential. */
export const staticTokens: Authenticator = {
	name,
	flags: [tokenAuthFile],
	async start({ flags, log, vocabulary }) {
		const file = flags.of(tokenAuthFile);
		const lookup: TokenLookup = file === undefined ? () => undefined : await readTokenFile(file, (sentence) => log.warn(sentence));
		return bearerTokens(vocabulary, lookup);
	},
};

async function readTokenFile(file: string, warn: (sentence: string) => void): Promise<TokenLookup> {
	let content: string;
	await restrictToOwner(file, warn);
	try {
		content = await readUserFile(file);
	} catch (error) {
		throw new Error(`cannot read --token-auth-file ${file}: ${(error as Error).message}`, { cause: error });
	}
	return readTokens(content, file, warn);
}

/** Returns the user of a token, or undefined. The time taken does not depend on how much of the token is correct. */
export type TokenLookup = (token: string) => User | undefined;

/** Parses a token file. Throws an Error that names the file and line, but never a token. `warn` reports skipped lines. */
export function readTokens(content: string, file: string, warn: (sentence: string) => void): TokenLookup {
	// The lookup uses a salted hash, so that its timing reveals nothing about the tokens.
	const salt = randomBytes(16).toString('hex');
	const keyOf = (token: string): string => hash('sha256', salt + token, 'base64');
	const users = new Map<string, User>();
	const proof = { method: name, authority: file, audiences: [] };
	for (const { line, fields } of records(content, file)) {
		const where = `${file}:${line}`;
		const [token = '', userName = '', uid = '', groups = ''] = fields;
		if (fields.length < 3) throw new Error(`${where}: a token needs at least three columns (token, user name, user id), found ${fields.length}`);
		if (token === '') {
			warn(`${where}: empty token, line ignored`);
			continue;
		}
		if (userName === '') throw new Error(`${where}: the user name is empty`);
		const key = keyOf(token);
		if (users.has(key)) warn(`${where}: duplicate token; this line overrides the earlier one`);
		users.set(key, authenticated(userName, uid, groups === '' ? [] : groups.split(','), proof));
	}
	return (token) => users.get(keyOf(token));
}

function records(content: string, file: string): ReturnType<typeof parseCsv> {
	try {
		return parseCsv(content);
	} catch (error) {
		if (error instanceof CsvError) throw new Error(`${file}:${error.line}: ${error.message}`, { cause: error });
		throw error;
	}
}
