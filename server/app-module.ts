/** The bundle; admin.ts and dev.ts load it by path, because it exists only after the build. */
export type AppModule = typeof import('./bundle.ts')
