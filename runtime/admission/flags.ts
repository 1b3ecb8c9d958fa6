/** Flags shared by all admission plugins. */
import type { Flag } from '../api/flag.ts';
import { boolean, text } from '../api/flag-value.ts';

export const controlConfigFile: Flag<string | undefined> = {
	name: 'admission-control-config-file',
	value: 'FILE',
	help: 'Configuration of admission plugins, an AdmissionConfiguration: as whom webhooks are called.',
	default: undefined,
	parse: text,
};

export const aggregatorRouting: Flag<boolean> = {
	name: 'enable-aggregator-routing',
	value: '[BOOL]',
	help: 'Services that webhooks are reached by lead to one of their Endpoints, not to their own address: where nothing sends that on.',
	bare: true,
	default: false,
	shown: 'false',
	parse: boolean,
};

export const admissionFlags = [controlConfigFile, aggregatorRouting];
