/**
 * Continue tokens: where a list goes on and at which version. Opaque to clients, sealed by this server, and good for the list alone
 * that gave them: another resource, namespace or selector gets 400, as does a token that somebody has changed or made.
 */
import { createHmac, createPrivateKey, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../api/errors.ts';
import type { Revision } from '../../storage/store.ts';

export interface ContinueToken {
	/** The version of the whole list; 0: whatever is current (an inconsistent continuation). */
	readonly revision: Revision;
	/** The last key handed out. */
	readonly namespace: string;
	readonly name: string;
	/** Objects that were left after it at that version, where that is known. */
	readonly left: number | undefined;
}

/** What tells one list from another. */
export interface ListIdentity {
	/** Where its objects lie: versions of one kind go on in each other. */
	readonly resource: string;
	/** Empty: all. */
	readonly namespace: string;
	/** Canonical text of its selectors. */
	readonly filter: string;
}

/** Names have at most 1024 bytes, twice that in JSON, and a third more in base64; the frame beside it. */
const maxLength = 4096;

/** Half of a SHA-256: nobody guesses it. */
const sealBytes = 16;

const keyBytes = 32;

/**
 * The key of the tokens, from the private key of the authority (PEM): it stays the same across restarts, and servers over one store
 * have it in common, since they are one cluster by their authority.
 */
export function continueTokenKey(authorityKey: string): Buffer {
	// The same whatever the file's line ends.
	const secret = createPrivateKey(authorityKey).export({ type: 'pkcs8', format: 'der' });
	return Buffer.from(hkdfSync('sha256', secret, '', 'continue tokens', keyBytes));
}

export class ContinueTokens {
	/** Not its bytes, of which Node would make such an object for each token: several times the cost of the seal. */
	readonly #key: KeyObject;

	constructor(key: Buffer) {
		this.#key = createSecretKey(key);
	}

	write({ revision, namespace, name, left }: ContinueToken, list: ListIdentity): string {
		const content = Buffer.from(JSON.stringify({ v: 1, rv: revision, ns: namespace, n: name, ...(left === undefined ? {} : { left }) }));
		return Buffer.concat([this.#seal(content, list), content]).toString('base64url');
	}

	/** Throws ApiError BadRequest. */
	read(text: string, list: ListIdentity): ContinueToken {
		if (text.length > maxLength) throw notValid();
		const bytes = Buffer.from(text, 'base64url');
		// Other texts may stand for the same bytes: those are changed tokens as well.
		if (bytes.length <= sealBytes || bytes.toString('base64url') !== text) throw notValid();
		const content = bytes.subarray(sealBytes);
		if (!timingSafeEqual(bytes.subarray(0, sealBytes), this.#seal(content, list))) throw notValid();
		// This server, or one like it, wrote it.
		const { rv, ns, n, left } = JSON.parse(content.toString()) as { rv: Revision; ns: string; n: string; left?: number };
		return { revision: rv, namespace: ns, name: n, left };
	}

	/** The list's identity is sealed with the content and not written: JSON text has no line break of its own. */
	#seal(content: Buffer, { resource, namespace, filter }: ListIdentity): Buffer {
		const identity = `${JSON.stringify([resource, namespace, filter])}\n`;
		return createHmac('sha256', this.#key).update(identity).update(content).digest().subarray(0, sealBytes);
	}
}

function notValid(): ApiError {
	return new ApiError('BadRequest', 'invalid continue token: continue key is not valid: it must be the token of an earlier answer to the same list');
}
