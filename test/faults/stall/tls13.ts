/**
 * TLS 1.3 client (RFC 8446) on raw bytes, for records that no library sends. It uses X25519 and AES-128-GCM, accepts every certificate, and
 * can encrypt any number of records before it sends the first.
 */
import {
	createCipheriv,
	createDecipheriv,
	createHash,
	createHmac,
	createPublicKey,
	diffieHellman,
	generateKeyPairSync,
	type KeyObject,
	randomBytes,
} from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export const contentTypes = { alert: 21, handshake: 22, data: 23 } as const;
const handshakeTypes = { clientHello: 1, serverHello: 2, certificate: 11, certificateRequest: 13, finished: 20, keyUpdate: 24 } as const;
const hashBytes = 32;
const recordHeadBytes = 5;
const tagBytes = 16;

/** Returns the content after its length in this number of bytes. */
function counted(lengthBytes: number, ...parts: readonly Uint8Array[]): Buffer {
	const content = Buffer.concat(parts);
	const length = Buffer.alloc(lengthBytes);
	length.writeUIntBE(content.length, 0, lengthBytes);
	return Buffer.concat([length, content]);
}

const number16 = (...values: readonly number[]): Buffer => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
const message = (type: number, ...parts: readonly Uint8Array[]): Buffer => Buffer.concat([Buffer.from([type]), counted(3, ...parts)]);
const sha256 = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const hmac = (key: Uint8Array, text: Uint8Array): Buffer => createHmac('sha256', key).update(text).digest();

const nothing = Buffer.alloc(0);

/** HKDF-Expand-Label (7.1); one block of hash output suffices here. */
function labelled(label: string, context: Uint8Array, bytes = hashBytes): Buffer {
	return Buffer.concat([number16(bytes), counted(1, Buffer.from(`tls13 ${label}`)), counted(1, context), Buffer.from([1])]);
}

const derive = (secret: Uint8Array, label: string, context: Uint8Array): Buffer => hmac(secret, labelled(label, context));
const labels = { update: labelled('traffic upd', nothing), key: labelled('key', nothing, 16), iv: labelled('iv', nothing, 12) };

/** Keys of one direction (7.3), derived from successive secrets. */
class Keys {
	#secret: Buffer;
	#key: Buffer = nothing;
	#iv: Buffer = nothing;
	#sequence = 0;

	constructor(secret: Buffer) {
		this.#secret = secret;
		this.#begin();
	}

	/** Advances the keys after a KeyUpdate (7.2). */
	update(): void {
		this.#secret = hmac(this.#secret, labels.update);
		this.#begin();
	}

	seal(type: number, content: Uint8Array): Buffer {
		const head = Buffer.concat([Buffer.from([contentTypes.data]), number16(0x0303, content.length + 1 + tagBytes)]);
		const cipher = createCipheriv('aes-128-gcm', this.#key, this.#nonce()).setAAD(head);
		return Buffer.concat([head, cipher.update(content), cipher.update(Buffer.from([type])), cipher.final(), cipher.getAuthTag()]);
	}

	/** Decrypts a complete record of any type; the server does not pad. */
	open(record: Buffer): { type: number; content: Buffer } {
		const head = record.subarray(0, recordHeadBytes);
		const decipher = createDecipheriv('aes-128-gcm', this.#key, this.#nonce()).setAAD(head).setAuthTag(record.subarray(-tagBytes));
		const plain = Buffer.concat([decipher.update(record.subarray(recordHeadBytes, -tagBytes)), decipher.final()]);
		return { type: plain[plain.length - 1] ?? 0, content: plain.subarray(0, -1) };
	}

	#begin(): void {
		this.#key = hmac(this.#secret, labels.key).subarray(0, 16);
		this.#iv = hmac(this.#secret, labels.iv).subarray(0, 12);
		this.#sequence = 0;
	}

	#nonce(): Buffer {
		const nonce = Buffer.from(this.#iv);
		nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ this.#sequence++) >>> 0, 8);
		return nonce;
	}
}

export class Tls13Client {
	readonly socket: Socket;
	readonly #keys: Keys;

	private constructor(socket: Socket, keys: Keys) {
		this.socket = socket;
		this.#keys = keys;
	}

	/** Connects without a client certificate. Later server data reaches the socket's listeners encrypted. */
	static async connect(port: number, protocol: 'h2' | 'http/1.1' = 'http/1.1'): Promise<Tls13Client> {
		const socket = connect({ host: '127.0.0.1', port, noDelay: true });
		await once(socket, 'connect');
		return new Tls13Client(socket, await shakeHands(socket, protocol));
	}

	/** Encrypts a record; records must be sent in order of creation. */
	record(content: Uint8Array, type: number = contentTypes.data): Buffer {
		return this.#keys.seal(type, content);
	}

	/** Returns a record after which the client's keys change; with `asksBack` the server must change its keys too. */
	keyUpdate({ asksBack = false } = {}): Buffer {
		const record = this.record(message(handshakeTypes.keyUpdate, Buffer.from([asksBack ? 1 : 0])), contentTypes.handshake);
		this.#keys.update();
		return record;
	}
}

/** Returns the client's keys for application data. */
async function shakeHands(socket: Socket, protocol: string): Promise<Keys> {
	const { privateKey, publicKey } = generateKeyPairSync('x25519');
	const hello = clientHello(publicKey, protocol);
	socket.write(Buffer.concat([Buffer.from([contentTypes.handshake]), number16(0x0301), counted(2, hello)]));
	const records = recordsOf(socket);
	const serverHello = (await records.next()).value.subarray(recordHeadBytes);
	const shared = diffieHellman({ privateKey, publicKey: keyShareOf(serverHello) });
	const none = Buffer.alloc(hashBytes);
	const handshakeSecret = hmac(derive(hmac(none, none), 'derived', sha256()), shared);
	const helloHash = sha256(hello, serverHello);
	const clientSecret = derive(handshakeSecret, 'c hs traffic', helloHash);
	const serverKeys = new Keys(derive(handshakeSecret, 's hs traffic', helloHash));
	let flight = nothing;
	while (!typesOf(flight).includes(handshakeTypes.finished)) {
		const record = (await records.next()).value;
		if (record[0] === contentTypes.data) flight = Buffer.concat([flight, serverKeys.open(record).content]);
	}
	const main = hmac(derive(handshakeSecret, 'derived', sha256()), none);
	const clientKeys = new Keys(derive(main, 'c ap traffic', sha256(hello, serverHello, flight)));
	// A client without a certificate answers a certificate request with an empty list.
	const asked = typesOf(flight).includes(handshakeTypes.certificateRequest);
	const certificate = asked ? message(handshakeTypes.certificate, Buffer.alloc(4)) : nothing;
	const proof = hmac(derive(clientSecret, 'finished', nothing), sha256(hello, serverHello, flight, certificate));
	const last = Buffer.concat([certificate, message(handshakeTypes.finished, proof)]);
	socket.write(new Keys(clientSecret).seal(contentTypes.handshake, last));
	return clientKeys;
}

function clientHello(publicKey: KeyObject, protocol: string): Buffer {
	const share = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
	const extensions: readonly (readonly [type: number, content: Buffer])[] = [
		[10, counted(2, number16(0x001d))],
		[13, counted(2, number16(0x0403, 0x0503, 0x0804, 0x0805, 0x0401))],
		[16, counted(2, counted(1, Buffer.from(protocol)))],
		[43, counted(1, number16(0x0304))],
		[51, counted(2, number16(0x001d), counted(2, share))],
	];
	const listed = extensions.map(([type, content]) => Buffer.concat([number16(type), counted(2, content)]));
	return message(
		handshakeTypes.clientHello,
		number16(0x0303),
		randomBytes(32),
		Buffer.from([0]),
		counted(2, number16(0x1301)),
		counted(1, Buffer.from([0])),
		counted(2, ...listed),
	);
}

function keyShareOf(serverHello: Buffer): KeyObject {
	// Skips type and length, version, random, the echo of an empty session, cipher suite and compression.
	let at = 4 + 2 + 32 + 1 + 2 + 1;
	for (at += 2; at < serverHello.length; at += 4 + serverHello.readUInt16BE(at + 2)) {
		if (serverHello.readUInt16BE(at) !== 51) continue;
		const x = serverHello.subarray(at + 8, at + 8 + 32).toString('base64url');
		return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
	}
	throw new Error('the server did not agree to TLS 1.3 with X25519');
}

/** Returns the types of the complete messages. */
function typesOf(messages: Buffer): number[] {
	const types: number[] = [];
	for (let at = 0; at + 4 <= messages.length; ) {
		const type = messages[at] ?? 0;
		at += 4 + messages.readUIntBE(at + 1, 3);
		if (at <= messages.length) types.push(type);
	}
	return types;
}

async function* recordsOf(socket: Socket): AsyncGenerator<Buffer, never> {
	let bytes = nothing;
	for (;;) {
		while (bytes.length < recordHeadBytes || bytes.length < recordHeadBytes + bytes.readUInt16BE(3)) {
			const chunk: Buffer | null = socket.read();
			if (chunk !== null) bytes = Buffer.concat([bytes, chunk]);
			else await once(socket, 'readable');
		}
		const end = recordHeadBytes + bytes.readUInt16BE(3);
		yield bytes.subarray(0, end);
		bytes = bytes.subarray(end);
	}
}
