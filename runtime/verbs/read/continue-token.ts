/** Continue tokens: where a list goes on and at which version. Opaque to clients; whatever comes back is checked. */
import { ApiError } from '../../api/errors.ts';
import type { Revision } from '../../storage/store.ts';

export interface ContinueToken {
	/** The version of the whole list; 0: whatever is current (an inconsistent continuation). */
	readonly revision: Revision;
	/** The last key handed out. */
	readonly namespace: string;
	readonly name: string;
	/** Objects that were left after it, where that is known. */
	readonly left: number | undefined;
}

/** Names are at most 253 characters each; three times that in base64, and the frame. */
const maxLength = 2048;

export function writeToken({ revision, namespace, name, left }: ContinueToken): string {
	return Buffer.from(JSON.stringify({ v: 1, rv: revision, ns: namespace, n: name, ...(left === undefined ? {} : { left }) })).toString('base64url');
}

/** `namespace` is the list's own (empty: all): a token cannot lead out of it. Throws ApiError BadRequest. */
export function readToken(text: string, namespace: string): ContinueToken {
	if (text.length > maxLength || !/^[\w-]+$/.test(text)) throw notValid();
	const { v, rv, ns, n, left } = fields(text);
	if (v !== 1 || !isCount(rv) || typeof ns !== 'string' || typeof n !== 'string' || n === '') throw notValid();
	if (namespace !== '' && ns !== namespace) throw notValid();
	if (left !== undefined && !isCount(left)) throw notValid();
	return { revision: rv, namespace: ns, name: n, left };
}

function fields(text: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
		if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
	} catch {
		// Whatever it is, it is no token: told below.
	}
	throw notValid();
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function notValid(): ApiError {
	return new ApiError('BadRequest', 'continue key is not valid: it must be the token of an earlier answer to the same list');
}
