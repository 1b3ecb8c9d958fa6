/** What all admission plugins read. */
import type { Flag } from '../api/flag.ts';
import { text } from '../api/flag-value.ts';

export const controlConfigFile: Flag<string | undefined> = {
	name: 'admission-control-config-file',
	value: 'FILE',
	help: 'Configuration of admission plugins, an AdmissionConfiguration: as whom webhooks are called.',
	default: undefined,
	parse: text,
};

export const admissionFlags = [controlConfigFile];
