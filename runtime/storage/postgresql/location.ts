/** Parses the location of `--datastore postgresql://...`: libpq's form of a URL, with one host or several separated by commas. */
import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { StorageRefusedError } from '../errors.ts';

/** Addresses of one database. The server uses the first that accepts writes. */
export interface Location {
	readonly addresses: readonly ClientConfig[];
	/** Text for logs and refusals, without credentials. */
	readonly label: string;
}

/** Bound on the addresses: a primary and its standbys. */
const mostHosts = 16;

/** Takes the part behind `postgresql:`. Throws StorageRefusedError. */
export function parseLocation(rest: string): Location {
	const parts = /^\/\/(?<user>[^@/]*@)?(?<hosts>[^/?]*)(?<path>\/[^?]*)?(?<query>\?.*)?$/.exec(rest)?.groups;
	if (parts === undefined) throw new StorageRefusedError('--datastore postgresql: expected postgresql://USER@HOST:PORT/DATABASE');
	const { user = '', hosts = '', path = '', query = '' } = parts;
	const each = hosts.split(',');
	if (each.length > mostHosts) throw new StorageRefusedError(`--datastore postgresql: ${each.length} hosts are given, at most ${mostHosts} are supported`);
	const label = `postgresql://${hosts}${path}`;
	refuseUnknownParameters(new URLSearchParams(query), label);
	return { addresses: each.map((host) => addressOf(`postgresql://${user}${host}${path}${query}`, label)), label };
}

/** Parameters of the URL. Another one, such as a misspelt `sslmode`, could otherwise leave the connection unprotected. */
const parameters: Readonly<Record<string, readonly string[] | undefined>> = {
	sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'],
	sslrootcert: undefined,
	sslcert: undefined,
	sslkey: undefined,
	options: undefined,
};

function refuseUnknownParameters(given: URLSearchParams, label: string): void {
	for (const [name, value] of given) {
		if (!Object.hasOwn(parameters, name))
			throw new StorageRefusedError(`--datastore ${label}: unknown parameter ${name}; known are ${Object.keys(parameters).join(', ')}`);
		const values = parameters[name];
		if (values?.includes(value) === false) throw new StorageRefusedError(`--datastore ${label}: ${name}=${value} is not one of ${values.join(', ')}`);
	}
}

function addressOf(url: string, label: string): ClientConfig {
	try {
		// libpq's meaning of sslmode: `require` encrypts without verification, `verify-full` also verifies the name.
		return parseIntoClientConfig(`${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true`);
	} catch (error) {
		throw new StorageRefusedError(`--datastore ${label} cannot be used: ${(error as Error).message}`, { cause: error });
	}
}
