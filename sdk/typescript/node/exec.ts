/** Credentials from a program that a kubeconfig names: a token or a certificate, until it expires or is refused. */
import { execFile } from 'node:child_process';
import { vocabulary } from '../../../generated/vocabulary.ts';
import { dialectsOf } from '../../../runtime/model/vocabulary.ts';
import type { ExecSettings } from './kubeconfig.ts';

export interface ExecCredential {
	readonly token?: string | undefined;
	/** Certificate in PEM. */
	readonly cert?: string | undefined;
	readonly key?: string | undefined;
	/** Time of expiry, in milliseconds since the epoch. */
	readonly expiresAt?: number | undefined;
}

/** Information about the cluster for a program whose settings ask for it. */
export interface ExecCluster {
	readonly server: string;
	readonly 'tls-server-name'?: string | undefined;
	readonly 'insecure-skip-tls-verify'?: boolean | undefined;
	/** Certificate authority: PEM in base64. */
	readonly 'certificate-authority-data'?: string | undefined;
	readonly 'proxy-url'?: string | undefined;
	/** Configuration for such programs, from the kubeconfig. */
	readonly config?: unknown;
}

/** Maximum output of a program, in bytes. */
const mostOutput = 1024 * 1024;
/** Time before expiry at which credentials are renewed, because a request takes time to arrive. */
const beforeEndMs = 5_000;

export class ExecCredentials {
	private readonly settings: ExecSettings;
	private readonly cluster: ExecCluster;
	private current: ExecCredential | undefined;
	private asking: Promise<ExecCredential> | undefined;

	/**
	 * `cluster`: target server, in the form that such programs get. Throws an Error for settings of another version, and for a program that
	 * must prompt the user.
	 */
	constructor(settings: ExecSettings, cluster: ExecCluster) {
		this.settings = settings;
		this.cluster = cluster;
		if (settings.interactiveMode === 'Always')
			throw new Error(
				`exec: the program ${JSON.stringify(settings.command)} needs a terminal (interactiveMode: Always): use a credential plugin without prompts`,
			);
		if (variableOf(settings.apiVersion) === undefined)
			throw new Error(
				`exec: ${JSON.stringify(settings.apiVersion)} is no version of credentials that is known here: client.authentication.${vocabulary.groupDomain}/v1 is`,
			);
	}

	/** Returns the current credentials. Runs the program when there are none or they expire soon. Concurrent calls share one run. */
	async get(): Promise<ExecCredential> {
		const { current } = this;
		if (current !== undefined && (current.expiresAt === undefined || current.expiresAt - beforeEndMs > Date.now())) return current;
		this.asking ??= this.run().finally(() => {
			this.asking = undefined;
		});
		this.current = await this.asking;
		return this.current;
	}

	/**
	 * Drops credentials that the server refused. Newer ones are kept, because several requests in flight may be refused for the old ones.
	 */
	forget(refused: ExecCredential | undefined): void {
		if (this.current === refused) this.current = undefined;
	}

	private async run(): Promise<ExecCredential> {
		const { command, args, env, apiVersion, installHint, provideClusterInfo } = this.settings;
		const variable = variableOf(apiVersion) ?? '';
		const info = { apiVersion, kind: 'ExecCredential', spec: { interactive: false, ...(provideClusterInfo && { cluster: this.cluster }) } };
		const environment = { ...process.env, ...Object.fromEntries((env ?? []).map(({ name, value }) => [name, value])), [variable]: JSON.stringify(info) };
		const output = await new Promise<string>((resolve, reject) => {
			execFile(command, [...(args ?? [])], { env: environment, maxBuffer: mostOutput, encoding: 'utf8' }, (error, stdout, stderr) => {
				if (error === null) return resolve(stdout);
				const hint = error.code === 'ENOENT' && installHint !== undefined ? `\n${installHint}` : '';
				reject(
					new Error(`the program ${JSON.stringify(command)}, which the kubeconfig names for credentials, failed: ${stderr.trim() || error.message}${hint}`, {
						cause: error,
					}),
				);
			});
		});
		return this.read(output);
	}

	private read(output: string): ExecCredential {
		const { command, apiVersion } = this.settings;
		let said: { readonly apiVersion?: string; readonly kind?: string; readonly status?: ExecStatus };
		try {
			said = JSON.parse(output);
		} catch {
			// The output may be a secret, so the error does not contain it.
			throw new Error(`the program ${JSON.stringify(command)} wrote no JSON`);
		}
		if (said?.kind !== 'ExecCredential' || said.apiVersion !== apiVersion)
			throw new Error(`the program ${JSON.stringify(command)} wrote ${said?.apiVersion} ${said?.kind}, and ${apiVersion} ExecCredential was asked for`);
		const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = said.status ?? {};
		if (token === undefined && (cert === undefined || key === undefined))
			throw new Error(`the program ${JSON.stringify(command)} gave neither a token nor a certificate with its key`);
		return { token, cert, key, expiresAt: expirationTimestamp === undefined ? undefined : Date.parse(expirationTimestamp) };
	}
}

interface ExecStatus {
	readonly token?: string;
	readonly clientCertificateData?: string;
	readonly clientKeyData?: string;
	readonly expirationTimestamp?: string;
}

/** Returns the environment variable that passes the request to the program. Returns undefined for an unknown version. */
function variableOf(apiVersion: string): string | undefined {
	const dialect = dialectsOf(vocabulary).find(({ groupDomain }) =>
		['v1', 'v1beta1'].some((version) => apiVersion === `client.authentication.${groupDomain}/${version}`),
	);
	return dialect === undefined ? undefined : `${dialect.product.toUpperCase()}_EXEC_INFO`;
}
