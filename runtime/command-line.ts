/** Checks of a server command line in a separate file, which commands that first build a server load alone. */
export { usageProblem } from './server/check-command-line.ts';
export { flagProblems, releasesOf } from './server/flags-at-release.ts';
