/** Flags shared by all admission plugins. */
import type { Flag } from '../api/flag.ts';
import { boolean, text } from '../api/flag-value.ts';

export const controlConfigFile: Flag<string | undefined> = {
	name: 'admission-control-config-file',
	value: 'FILE',
	help: 'File with an AdmissionConfiguration, which has a section for each admission plugin with a configuration.',
	default: undefined,
	parse: text,
};

export const aggregatorRouting: Flag<boolean> = {
	name: 'enable-aggregator-routing',
	value: '[BOOL]',
	help: 'Call webhooks and extension API servers at an endpoint of their Service instead of its cluster IP. Set it when cluster IPs are not routed.',
	bare: true,
	default: false,
	shown: 'false',
	parse: boolean,
};

export const admissionFlags = [controlConfigFile, aggregatorRouting];
