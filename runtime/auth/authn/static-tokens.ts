/** Static tokens from a file (seed 3, `--token-auth-file`): token, user name, user ID, then optional groups in one field. */
import { hash, randomBytes } from 'node:crypto';
import type { User } from '../../api/request.ts';
import { authenticated } from '../identity.ts';
import { CsvError, parseCsv } from './csv.ts';

/** The user of a token, or undefined. Takes the same time whatever part of a token is right. */
export type TokenLookup = (token: string) => User | undefined;

/** Throws an Error whose message names file and line, and never a token. `warn` hears of lines that are skipped. */
export function readTokens(text: string, file: string, warn: (sentence: string) => void): TokenLookup {
	// What is looked up is a salted hash, so that the time of a lookup says nothing of the tokens.
	const salt = randomBytes(16).toString('hex');
	const keyOf = (token: string): string => hash('sha256', salt + token, 'base64');
	const users = new Map<string, User>();
	for (const { line, fields } of records(text, file)) {
		const where = `${file}:${line}`;
		const [token = '', name = '', uid = '', groups = ''] = fields;
		if (fields.length < 3) throw new Error(`${where}: a token needs at least three columns (token, user name, user id), found ${fields.length}`);
		if (token === '') {
			warn(`${where}: skipped, the token is empty`);
			continue;
		}
		if (name === '') throw new Error(`${where}: the user name is empty`);
		const key = keyOf(token);
		if (users.has(key)) warn(`${where}: the token was given before; this line wins`);
		users.set(key, authenticated(name, uid, groups === '' ? [] : groups.split(',')));
	}
	return (token) => users.get(keyOf(token));
}

function records(text: string, file: string): ReturnType<typeof parseCsv> {
	try {
		return parseCsv(text);
	} catch (error) {
		if (error instanceof CsvError) throw new Error(`${file}:${error.line}: ${error.message}`, { cause: error });
		throw error;
	}
}
