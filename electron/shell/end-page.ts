import type { WebContents } from 'electron'

/**
 * Ends the process of a page that no longer responds; `forcefullyCrashRenderer` would need that
 * process's help. It acts only while `pid` is still the page's process. A reloaded page has a new
 * process, and the old number may belong to another program by now. Returns false if nothing was
 * ended.
 */
export const endPage = (webContents: WebContents, pid = webContents.getOSProcessId()): boolean => {
  // A page without a process has the number 0; a signal to 0 would end this program and all its children.
  if (pid <= 0 || webContents.getOSProcessId() !== pid) return false
  return process.kill(pid, 'SIGKILL')
}
