/**
 * Headers by which a front proxy names the user of a request (seed 3, "Authenticating proxy"). Extension API servers trust them together
 * with the proxy's client certificate.
 */
import type { User } from '../api/request.ts';

/** Characters of header names (RFC 9110, 5.6.2), without the percent sign that begins an escape. */
const isPlain = /^[A-Za-z0-9!#$&'*+.^_`|~-]$/;

/** Returns the headers as a flat list: name, value, name, value. `sendsUid`: the UID is sent as well, as from 1.33 on. */
export function identityHeaders({ name, uid, groups, extra }: User, sendsUid: boolean): string[] {
	const flat = ['x-remote-user', headerText(name)];
	if (sendsUid && uid !== '') flat.push('x-remote-uid', headerText(uid));
	for (const group of groups) flat.push('x-remote-group', headerText(group));
	for (const [key, values] of Object.entries(extra)) for (const value of values) flat.push(`x-remote-extra-${escapedKey(key)}`, headerText(value));
	return flat;
}

/** Returns the bytes of the text in UTF-8, one character for each byte, as Node writes headers. */
function headerText(text: string): string {
	return Buffer.from(text).toString('latin1');
}

/** Escapes what a header name cannot have, byte by byte. */
function escapedKey(key: string): string {
	let escaped = '';
	for (const byte of Buffer.from(key)) {
		const character = String.fromCharCode(byte);
		escaped += isPlain.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
	}
	return escaped;
}
