/** Flags of the aggregation layer, with kube-apiserver's names. */
import type { Flag } from '../api/flag.ts';
import { text } from '../api/flag-value.ts';

const file = (name: string, help: string): Flag<string | undefined> => ({ name, value: 'FILE', help, default: undefined, parse: text });

export const proxyClientCertFile = file(
	'proxy-client-cert-file',
	'PEM client certificate by which extension API servers recognise this server as their front proxy. Read again when it changes.',
);

export const proxyClientKeyFile = file('proxy-client-key-file', 'PEM private key of --proxy-client-cert-file.');

export const aggregationFlags: readonly Flag<unknown>[] = [proxyClientCertFile, proxyClientKeyFile];
