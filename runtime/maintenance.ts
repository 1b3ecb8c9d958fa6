/**
 * Entry point of maintenance commands. A build has it as a separate file. Otherwise the bundler would split the server's bundle into chunks
 * shared with it.
 */
export { vocabulary } from '../generated/vocabulary.ts';
export { FlagError } from './server/flags/flag-error.ts';
export { asksForHelp, maintenance, maintenanceHelp } from './server/maintenance.ts';
