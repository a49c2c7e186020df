import type { WebContents } from 'electron'

/**
 * Ends the process of a page that no longer responds; `forcefullyCrashRenderer` needs the process's help. With `pid`,
 * the blocked process, it acts only while the page still has that process: a page that came back has another one, and
 * the number may belong to another program by now. False if nothing was ended.
 */
export const endPage = (webContents: WebContents, pid = webContents.getOSProcessId()): boolean => {
  // A page without a process has the number 0, which would end this program and all its children.
  if (pid <= 0 || webContents.getOSProcessId() !== pid) return false
  return process.kill(pid, 'SIGKILL')
}
